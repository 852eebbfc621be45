/** The thesis's figures: as CSV and as drawings. */
package org.legio.bench.figures;
