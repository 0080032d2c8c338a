/**
 * Words by which a paper shows that it has the clause of a rule: what 2 CFR part 200, appendix II, and
 * the agency's own rules ask for, as contracts word it. One of them suffices.
 */
export const clauseWords: Readonly<Record<string, readonly RegExp[]>> = {
  "clause.insurance": [/general liability insurance/i, /certificate of insurance/i],
  "clause.remedies": [
    /(?:breach|default)[^.]{0,200}(?:remed|damages|withhold)/i,
    /(?:remedies|liquidated damages)/i,
    /does not perform[^.]{0,120}damages/i,
  ],
  "clause.termination": [/(?:terminat|end this contract)[^.]{0,80}(?:for cause|for convenience)/i],
  "clause.davisBacon": [/davis[- ]bacon/i, /40 U\.?S\.?C\.? ?(?:§+ ?)?3141/i, /prevailing wages?/i],
  "clause.workHours": [
    /contract work hours and safety standards/i,
    /40 U\.?S\.?C\.? ?(?:§+ ?)?370[1-8]/i,
    /one and (?:a|one)[- ]half times[^.]{0,80}(?:40|forty)/i,
  ],
  "clause.cleanAirWater": [/clean air act/i, /42 U\.?S\.?C\.? ?(?:§+ ?)?7401/i],
  "clause.debarment": [/debar(?:red|ment)[^.]{0,80}suspen/i, /suspen[^.]{0,40}debar/i],
  "clause.lobbying": [/byrd anti-lobbying/i, /31 U\.?S\.?C\.? ?(?:§+ ?)?1352/i, /\blobbying\b/i],
  "clause.recoveredMaterials": [/recovered materials?/i, /42 U\.?S\.?C\.? ?(?:§+ ?)?6962/i],
  "clause.telecommunications": [
    /section 889/i,
    /200\.216/,
    /covered telecommunications/i,
    /telecommunications (?:or|and) video surveillance/i,
  ],
  "clause.domesticPreference": [
    /domestic preference/i,
    /200\.322/,
    /produced in the United States/i,
  ],
  "clause.smallFirms": [/200\.321/, /minority[- ](?:owned )?[^.]{0,80}women/i],
  "clause.records": [
    /(?:access to|retention of|keeps?|retain) (?:all )?(?:the )?records/i,
    /comptroller general/i,
  ],
};
