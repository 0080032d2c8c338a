/**
 * What stands behind each of so many parts of a sentence: commas, "and" before the last, a full stop
 * at the end. Of three parts and more the "and" has its comma.
 */
export const separators = (parts: number): string[] =>
  Array.from({ length: parts }, (_, at) => {
    if (at === parts - 1) return ".";
    if (at < parts - 2) return ", ";
    return parts === 2 ? " and " : ", and ";
  });
