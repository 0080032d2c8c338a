/**
 * Stands in the prerendered pages wherever the address of the installation belongs; the server puts
 * the configured one in its place.
 */
export const originMark = "https://origin.levee.invalid";

/** The absolute address of a path, still with the mark. */
export const at = (path: string): string => `${originMark}${path}`;
