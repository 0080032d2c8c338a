import type { Permission } from "./access.ts";

/** First words of steps that decide, release, reveal, or change what others may do. */
const decidingWords: ReadonlySet<string> = new Set([
  "accept",
  "acknowledge",
  "activate",
  "appeal",
  "approve",
  "assess",
  "authority",
  "authorize",
  "award",
  "bank",
  "cancel",
  "certify",
  "check",
  "clear",
  "close",
  "confirm",
  "counter",
  "debar",
  "decide",
  "declare",
  "decline",
  "delegate",
  "deny",
  "erase",
  "finalise",
  "freeze",
  "grant",
  "hold",
  "issue",
  "lift",
  "manage",
  "obligate",
  "open",
  "override",
  "pay",
  "policy",
  "publish",
  "ratify",
  "refuse",
  "reinstate",
  "reject",
  "release",
  "resolve",
  "reveal",
  "review",
  "revoke",
  "score",
  "settle",
  "sign",
  "suspend",
  "terminate",
  "verify",
  "void",
]);

/** What is about people, rights, keys, proof and what an agency sends out: never for programs. */
const nounsOfPower: ReadonlySet<string> = new Set([
  "accessRequest",
  "account",
  "administration",
  "approval",
  "assurance",
  "audit",
  "bid",
  "claimNote",
  "connector",
  "directory",
  "evaluation",
  "flow",
  "form",
  "member",
  "notification",
  "operation",
  "program",
  "rightsReview",
  "signature",
  "signOn",
  "template",
  "view",
  "webhook",
]);

/**
 * Parts of names of what a workflow takes for nobody and an agent proposes to nobody: decisions,
 * money, rights, and what goes out.
 */
const never = new RegExp(
  [
    ...["approve", "award", "release", "bank", "publish", "reveal", "grant", "role", "pay", "sign"],
    ...[
      "decide",
      "permission",
      "certif",
      "obligat",
      "freeze",
      "deny",
      "delet",
      "polic",
      "tax",
      "rule",
    ],
  ].join("|"),
  "i",
);

/** Whether nothing but a person begins this, by its name: a step, a permission, a word of an address. */
export const onlyByPerson = (name: string): boolean => never.test(name);

/** Whether a step of a record (`approve`, `revealTin`, `check-w9`) is a person's to take. */
export const decides = (step: string): boolean =>
  decidingWords.has(/^[a-z]+/.exec(step)?.[0] ?? step);

/**
 * Why no program may hold a permission, as one sentence; null where it may. `steps` are all steps
 * that the permission opens.
 */
export const neverForPrograms = (
  permission: Permission,
  steps: readonly string[],
): string | null => {
  const [noun = "", verb = ""] = permission.split(".");
  if (nounsOfPower.has(noun)) return `${permission} is about people, rights or secrets.`;
  const decision = [verb, ...steps].find(decides);
  return decision === undefined ? null : `${permission} decides: ${decision}.`;
};
