/** A number with its noun: "1 line", "2 lines". */
export const many = (n: number, one: string, more: string): string =>
  `${n} ${n === 1 ? one : more}`;

/** The gate in one line, above what it names. */
export const gateTitle = (findings: readonly { kind: string }[]): string => {
  const stopping = findings.filter((f) => f.kind === "stops").length;
  const deciding = findings.filter((f) => f.kind === "decides").length;
  const noted = findings.length - stopping - deciding;
  const said = [
    ...(stopping ? [`${many(stopping, "thing", "things")} will stop the adoption`] : []),
    ...(deciding
      ? [`${many(deciding, "fund needs", "funds need")} a word of the governing body`]
      : []),
    ...(noted ? [`${many(noted, "thing is", "things are")} to be known`] : []),
  ];
  return said.length ? said.join(", ") : "Nothing stops the adoption";
};
