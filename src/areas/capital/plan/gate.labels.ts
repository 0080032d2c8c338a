/** The gate in one line, above what it names: what stops it, and what the decision has to answer. */
export const planGateTitle = (findings: readonly { kind: string }[]): string => {
  const stops = findings.filter((f) => f.kind === "stops").length;
  const asked = findings.length - stops;
  const stopped =
    stops === 0
      ? "Nothing stops the adoption"
      : `${stops} ${stops === 1 ? "thing" : "things"} will stop the adoption`;
  return asked === 0
    ? stopped
    : `${stopped}, ${asked} ${asked === 1 ? "needs" : "need"} a word with the decision`;
};
