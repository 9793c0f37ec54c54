/** Replaced by the build (tools/docs/page-index.mjs). */
declare const SECTIONS_OF_PAGES: string;

/**
 * The sections of the documentation: page, heading, beginning of the text and first command,
 * separated by tabs.
 */
export const sectionsOfPages: string = SECTIONS_OF_PAGES;
