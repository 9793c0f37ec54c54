/** Replaced by the build (tools/docs/page-index.mjs). */
declare const SECTIONS_OF_PAGES: string;

/**
 * The sections of the documentation: page, heading and beginning of the text, separated by tabs.
 */
export const sectionsOfPages: string = SECTIONS_OF_PAGES;
