/** The gate in one line, above what it names. */
export const planGateTitle = (findings: readonly { kind: string }[]): string => {
  const n = findings.filter((f) => f.kind === "stops").length;
  return n === 0
    ? "Nothing stops the adoption"
    : `${n} ${n === 1 ? "thing" : "things"} will stop the adoption`;
};
