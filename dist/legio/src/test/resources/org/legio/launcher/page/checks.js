// Looks at each frame's page as a reader sees it, and writes what is wrong into the document.
const TEXT_CONTRAST = 4.5;
const GRAPHICS_CONTRAST = 3;

const channels = color => (color.match(/[\d.]+/g) || []).map(Number);
const isSeen = color => color !== 'none' && channels(color).length >= 3 && channels(color)[3] !== 0;
const light = c => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const luminance = color => {
  const [r, g, b] = channels(color).map(light);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, other) => {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

function check(frame, say) {
  const page = frame.contentDocument;
  const style = element => frame.contentWindow.getComputedStyle(element);
  const isShown = element => element.getClientRects().length > 0;
  const background = element => {
    const color = style(element).backgroundColor;
    return isSeen(color) || !element.parentElement ? color : background(element.parentElement);
  };
  const name = element => element.tagName + ' "' + element.textContent.trim().slice(0, 40) + '"';
  const counts = { texts: 0, shapes: 0, columns: 0 };

  const root = page.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    say(`is ${root.scrollWidth} px wide, the screen ${root.clientWidth}`);
  }
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !isShown(element) || element.closest('title, script')) {
      continue;
    }
    counts.texts++;
    const color = element.closest('svg') ? style(element).fill : style(element).color;
    const found = contrast(color, background(element));
    if (!(found >= TEXT_CONTRAST)) {
      say(`${name(element)} has contrast ${found.toFixed(2)}: ${color} on ${background(element)}`);
    }
  }
  for (const shape of page.querySelectorAll('svg rect, svg path, svg line')) {
    if (!isShown(shape) || shape.matches('.grid, .halo, [stroke="var(--rule)"]')) {
      continue;
    }
    counts.shapes++;
    const colors = [style(shape).fill, style(shape).stroke].filter(isSeen);
    const found = Math.max(0, ...colors.map(color => contrast(color, background(shape))));
    if (!(found >= GRAPHICS_CONTRAST)) {
      say(`${shape.outerHTML.slice(0, 120)} has contrast ${found.toFixed(2)}`);
    }
    for (let each = shape; each !== page.body; each = each.parentElement) {
      if (style(each).opacity !== '1') {
        say(`${name(each)} is transparent`);
      }
    }
  }
  for (const table of page.querySelectorAll('table:not(.facts)')) {
    const head = table.rows[0].cells;
    for (let column = 0; column < head.length; column++) {
      counts.columns++;
      const cells = [...table.rows].slice(1).map(row => row.cells[column]);
      const areNumbers = cells.every(cell => /^([~×]*[\d.]+.*|-)$/.test(cell.textContent) && !/[T:]|^\d+( to | of )\d+$/.test(cell.textContent));
      const areWords = cells.some(cell => /^[A-Za-z]/.test(cell.textContent));
      for (const cell of [head[column], ...cells]) {
        const aligned = style(cell).textAlign;
        if ((areNumbers && aligned !== 'right') || (areWords && aligned !== 'left')) {
          say(`${name(cell)} in column "${head[column].textContent}" is aligned ${aligned}`);
        }
      }
    }
  }
  const checkTexts = () => {
    for (const text of page.querySelectorAll('svg text')) {
      const own = text.getBoundingClientRect();
      const whole = text.ownerSVGElement.getBoundingClientRect();
      const isInside = own.left >= whole.left - 1 && own.right <= whole.right + 1
          && own.top >= whole.top - 1 && own.bottom <= whole.bottom + 1;
      if (isShown(text) && !isInside) {
        say(`${name(text)} lies outside of its drawing`);
      }
    }
  };
  checkTexts();
  for (const plot of page.querySelectorAll('svg.plot')) {
    const texts = [...plot.querySelectorAll('text')];
    const boxes = texts.map(text => text.getBoundingClientRect());
    for (let i = 0; i < boxes.length; i++) {
      for (let j = 0; j < i; j++) {
        if (boxes[i].left < boxes[j].right - 1 && boxes[j].left < boxes[i].right - 1
            && boxes[i].top < boxes[j].bottom - 3 && boxes[j].top < boxes[i].bottom - 3) {
          say(`${name(texts[i])} lies on ${name(texts[j])}`);
        }
      }
    }
  }
  const lanes = page.querySelector('.lanes');
  const before = lanes ? lanes.getBoundingClientRect().width : 0;
  for (const zoom of page.querySelectorAll('.zoom input')) {
    zoom.click();
    const times = Number(zoom.className.match(/\d+/)[0]);
    const after = lanes.getBoundingClientRect().width;
    if (Math.abs(after - times * before) > 2) {
      say(`is ${after} px wide at zoom ${times}, not ${times} times ${before}`);
    }
    if (times > 1 && !(page.querySelector('.time-line .scroll').scrollLeft > 0)) {
      say(`shows the beginning at zoom ${times}, not the first event`);
    }
    if (root.scrollWidth > root.clientWidth) {
      say(`is wider than the screen at zoom ${times}`);
    }
    checkTexts();
  }
  return `${style(page.body).backgroundColor}; ` + JSON.stringify(counts);
}

window.onload = () => {
  const lines = [];
  for (const frame of [...document.querySelectorAll('iframe')]) {
    try {
      lines.push(`checked ${frame.title}: ` + check(frame, what => lines.push(`wrong in ${frame.title}: ${what}`)));
    } catch (e) {
      lines.push(`wrong in ${frame.title}: ${e.stack}`);
    }
  }
  const findings = document.createElement('pre');
  findings.textContent = '\n' + lines.join('\n');
  document.body.replaceChildren(findings);
};
