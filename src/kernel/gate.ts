/**
 * What the last gate of a long process finds. `stops`: it cannot be passed so. `decides`: a person
 * has to say something about it. Facts are counted, never kept: a finding ends with its cause.
 */
export type GateFinding = { code: string; sentence: string; kind: "stops" | "decides" };

/** Findings of the reasons that hold, each a sentence or nothing. */
export const findingsOf = (
  kind: GateFinding["kind"],
  reasons: readonly (readonly [code: string, sentence: string | false | null])[],
): GateFinding[] =>
  reasons.flatMap(([code, sentence]) => (sentence ? [{ code, sentence, kind }] : []));

const many = (n: number) => (n === 1 ? "1 thing" : `${n} things`);

/** The gate in one line, above what it names; `what` it is the gate of: "the award". */
export const gateTitle = (findings: readonly Pick<GateFinding, "kind">[], what: string): string => {
  const stops = findings.filter((f) => f.kind === "stops").length;
  const decides = findings.length - stops;
  const said = [
    ...(stops ? [`${many(stops)} will stop ${what}`] : []),
    ...(decides ? [`${many(decides)} to decide`] : []),
  ];
  return said.length ? said.join(", ") : `Nothing stops ${what}`;
};

/** Everything that stops, in one text; null where nothing does. The last step refuses with it. */
export const stoppedBy = (findings: readonly GateFinding[]): string | null =>
  findings
    .filter((f) => f.kind === "stops")
    .map((f) => f.sentence)
    .join(" ") || null;
