/** Put in by who builds it (tools/docs/page-index.mjs). */
declare const SECTIONS_OF_PAGES: string;

/** Each section of the documentation: page, heading and how the page begins, parted by tabs. */
export const sectionsOfPages: string = SECTIONS_OF_PAGES;
