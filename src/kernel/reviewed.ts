/** The lines of one part of the reviewed text (`src/permissions.txt`): what stands before the colon, and its words. */
export const pinnedPart = (text: string, part: string): ReadonlyMap<string, readonly string[]> => {
  const body = text.split(`[${part}]\n`)[1]?.split("\n\n[")[0] ?? "";
  return new Map(
    body
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const at = line.lastIndexOf(": ");
        return [line.slice(0, at), line.slice(at + 2).split(" ")] as const;
      }),
  );
};
