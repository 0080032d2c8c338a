import { useCallback, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { ApiProblem } from "../api.ts";
import { keepDraft, type Under } from "./draft.ts";
import { fieldId } from "./FormContext.ts";
import { differences, merge, type Difference } from "./merge.ts";

type Values = Record<string, unknown>;
/**
 * The record as it is now, as the form's values; `take` moves the screen on to it and to its
 * version.
 */
export type Newest = { values: Values; version: number; take: () => void };
/** How a form reads its record anew; null when that did not work. */
export type Conflict = { newest: () => Promise<Newest | null> };

type Clash = {
  problem: ApiProblem;
  differing: readonly Difference[];
  base: Values;
  theirs: Newest | null;
  tries: number;
};
const typedBefore = new ApiProblem(412, {
  code: "stale_version",
  detail: "Someone else changed this record after you typed your draft.",
});

/**
 * The name that the person reads at a field, with the line when it stands in one; a cell of a grid
 * says both itself.
 */
const nameOf = (field: string): string => {
  const cell = /\.(\d+)\./.test(field)
    ? document.getElementById(fieldId(field))?.getAttribute("aria-label")
    : null;
  if (cell) return cell;
  const label =
    document.querySelector(`label[for="${fieldId(field)}"]`)?.firstChild?.textContent?.trim() ||
    `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const line = /\.(\d+)\./.exec(field)?.[1];
  return line === undefined ? label : `Line ${Number(line) + 1}, ${label}`;
};

/** A value as its control shows it: the words of a choice, dollars of cents. */
const shownAs = (field: string, value: unknown): unknown => {
  const control = document.getElementById(fieldId(field));
  if (control instanceof HTMLSelectElement)
    return [...control.options].find((option) => option.value === value)?.text ?? value;
  return typeof value === "number" &&
    control?.closest(".affix")?.querySelector(".before")?.textContent === "$"
    ? formatCents(value)
    : value;
};

/** What the form says and the record now says, in the words that stand at the fields. */
const differing = (mine: Values, theirs: Values, base: Values): readonly Difference[] =>
  differences(mine, theirs, base).map((each) => ({
    ...each,
    field: nameOf(each.field),
    mine: shownAs(each.field, each.mine),
    theirs: shownAs(each.field, each.theirs),
  }));

/**
 * Two people on one record: what differs, and the form's way on from it. Nothing is sent until the
 * person has said whose values stand.
 */
export const useEditConflict = <T extends FieldValues>(
  form: UseFormReturn<T>,
  {
    formKey,
    version,
    conflict,
    defaultValues,
  }: { formKey: string | null; version?: number; conflict?: Conflict; defaultValues: Values },
) => {
  const [now, setNow] = useState<Clash | null>(null);
  const opened = useRef<Values>(defaultValues);
  const typedOver = useRef<Under | null>(
    version === undefined ? null : { version, values: defaultValues },
  );
  const open = useCallback(
    (problem: ApiProblem, base: Values, theirs: Newest | null) => {
      const found = theirs ? differing(form.getValues(), theirs.values, base) : [];
      setNow({ problem, base, theirs, differing: found, tries: 1 });
    },
    [form],
  );
  const under = useCallback(() => typedOver.current, []);
  const clear = () => setNow(null);
  /** What was saved is what the form stands on from now on. */
  const saved = (values: Values) => {
    opened.current = values;
  };
  /** A draft is back: was it typed over this version? */
  const comeBack = useCallback(
    (before: Under | undefined) => {
      const current = typedOver.current;
      if (!before || !current || before.version === current.version) return;
      typedOver.current = before;
      open(typedBefore, before.values, { ...current, take: () => undefined });
    },
    [open],
  );
  /** Whether the refusal was that someone else saved first (412); then it is shown. */
  const meet = async (error: unknown): Promise<boolean> => {
    if (!conflict || !(error instanceof ApiProblem) || error.status !== 412) return false;
    open(error, opened.current, await conflict.newest().catch(() => null));
    return true;
  };
  /** Whether the person must answer first. */
  const holds = (): boolean => {
    if (now?.theirs) setNow({ ...now, tries: now.tries + 1 });
    else clear();
    return Boolean(now?.theirs);
  };
  const settle = (wins: "mine" | "theirs") => {
    clear();
    if (!now?.theirs) return;
    const { values, version: newest, take } = now.theirs;
    const kept = merge(form.getValues(), values, now.base, wins) as T;
    take();
    opened.current = values;
    form.reset(values as T);
    form.reset(kept, { keepDefaultValues: true });
    if (typedOver.current) typedOver.current = { version: newest, values };
    if (formKey) keepDraft(formKey, kept, typedOver.current);
  };
  return { now, under, clear, saved, comeBack, meet, holds, settle };
};

export type ClashState = Pick<
  ReturnType<typeof useEditConflict>,
  "now" | "under" | "clear" | "saved" | "comeBack" | "meet" | "holds" | "settle"
>;
