import type { Asked } from "#areas/forms/forms.public.ts";

export type PostAwardCode = "SF-425" | "SF-270" | "SF-PPR";

/**
 * A federal form of an award as data: its questions with their arithmetic. A version never changes; a
 * new one is a further entry. Grants.gov publishes no schema of these forms: their XML is not checked.
 */
export type PostAwardForm = Asked & { code: PostAwardCode; name: string; version: string };

/** What contradicts itself, at its path, with the instruction that says so. */
export type SheetFinding = { path: string; message: string; source: string };
export type Answers = Readonly<Record<string, unknown>>;
