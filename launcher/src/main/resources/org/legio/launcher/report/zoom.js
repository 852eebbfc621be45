// A zoomed time line keeps its middle; at first that is the first event. Without this it still zooms.
for (const line of document.querySelectorAll('.time-line')) {
  const box = line.querySelector('.scroll');
  let middle = Number(box.dataset.first);
  box.addEventListener('scroll', () => {
    if (box.scrollWidth > box.clientWidth) {
      middle = (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth;
    }
  });
  line.addEventListener('change', () => {
    box.scrollLeft = middle * box.scrollWidth - box.clientWidth / 2;
  });
}
