const longest = 200;
const kept = 60;

/**
 * A file's name as it is kept and shown: without its path, control characters and marks that nobody
 * sees (those that turn the direction of writing
 * make an .exe look like a .pdf), cut in the middle to 200 characters, the extension kept. Null
 * when nothing is left but dots and blanks.
 */
export const fileName = (given: string): string | null => {
  const plain = (given.split(/[\\/]/).at(-1) ?? "")
    .replace(/[\p{Cf}\p{Cs}\uFFFD]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replaceAll('"', "_")
    .replace(/^\s+|[\s.]+$/g, "");
  const points = [...plain];
  if (points.every((each) => each === "." || each === " ")) return null;
  return points.length <= longest
    ? plain
    : `${points.slice(0, longest - kept - 1).join("")}…${points.slice(-kept).join("")}`;
};
