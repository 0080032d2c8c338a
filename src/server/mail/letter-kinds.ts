import type { Letter, Said, Words } from "./letter.model.ts";

/** A letter of the product, with a sample of what it is written of. */
export type LetterKind = {
  kind: string;
  why: string;
  keep: Kept | null;
  sample: () => Letter;
};

/** What whoever is outside keeps of their process: the letter says so, and its link opens it again. */
export type Kept = "receipt" | "decision" | "remittance" | "notice" | "copy" | "letter";

const kinds: LetterKind[] = [];

/**
 * Declares a letter: which it is, why one gets it (a sentence of its footer; `{agency}` stands for
 * the agency's name), how it is written of its facts, and facts for a sample. The queue takes no
 * other letters, so the preview shows all of them. A kind may have several letters, which share the
 * sentence of the first. `keep` is said of what ends somebody's process outside (docs/server.md).
 */
export const defineLetter = <F>(letter: {
  kind: string;
  why: string;
  keep?: Kept;
  write: (facts: F) => Words;
  sample: NoInfer<F>;
}): ((facts: F) => Said) => {
  const say = (facts: F) => ({ kind: letter.kind, ...letter.write(facts) }) as Said;
  kinds.push({
    kind: letter.kind,
    why: letter.why,
    keep: letter.keep ?? null,
    sample: () => ({ ...say(letter.sample), to: "reader@example.gov" }),
  });
  return say;
};

/** All letters of the areas that are loaded. */
export const letterKinds = (): readonly LetterKind[] => kinds;

/** What a letter of a kind is to whoever keeps it; null for one that ends nothing. */
export const keptOfKind = (kind: string): Kept | null =>
  kinds.find((each) => each.kind === kind && each.keep !== null)?.keep ?? null;

/** Why one gets a letter of a kind; null for one of before there were reasons. */
export const whyOfKind = (kind: string): string | null =>
  kinds.find((each) => each.kind === kind)?.why ?? null;
