import { useState } from "react";
import { useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Panel } from "#web/kit/states.tsx";
import { countEnds, spanBases, spanKinds, weekdayNames } from "./days.labels.ts";
import type { SafetyDetail, SpanShown } from "./safety.model.ts";

const nouns = ["safety-cases", "deadlines", "safety-years"];
const addressOf = (of: SafetyDetail) => `/api/v1/safety-cases/${of.id}`;
const { carried: _carried, ...said } = spanBases;

function Words() {
  if (useWatch({ name: "basis" }) !== "clinician") return null;
  return (
    <>
      <TextField name="clinician" label="Clinician" required maxLength={200} />
      <TextArea
        name="words"
        label="Restriction as written"
        hint="Sealed: read by the safety officer alone."
        required
        rows={3}
        maxLength={1000}
      />
    </>
  );
}

function SpanDialog({
  of,
  span,
  onClose,
}: {
  of: SafetyDetail;
  span: SpanShown | null;
  onClose: () => void;
}) {
  return (
    <PostDialog
      title={span ? "Change days" : "Enter days"}
      description="The first and the last day with them. Days to come are what the clinician expects."
      path={span ? `${addressOf(of)}/days/${span.id}` : `${addressOf(of)}/days`}
      method={span ? "PUT" : "POST"}
      version={of.version}
      submit="Save"
      nouns={nouns}
      values={{
        kind: span?.kind ?? "away",
        fromDay: span?.fromDay ?? "",
        toDay: span?.toDay ?? "",
        basis: span?.basis === "agency" ? "agency" : "clinician",
        clinician: "",
        words: "",
      }}
      onClose={onClose}
    >
      <SelectField name="kind" label="What the days are" options={options(spanKinds)} />
      <FormRow>
        <DateField
          name="fromDay"
          label="First day"
          required
          hint={`Not before the day after ${formatDate(of.happenedOn)}.`}
        />
        <DateField name="toDay" label="Last day" hint="Empty while nobody knows it." />
      </FormRow>
      <RadioGroup name="basis" label="Source of the count" required options={options(said)} />
      <Words />
    </PostDialog>
  );
}

function RemoveDialog({
  of,
  span,
  onClose,
}: {
  of: SafetyDetail;
  span: SpanShown;
  onClose: () => void;
}) {
  return (
    <PostDialog
      title="Delete these days"
      description="Only where they were entered by mistake. The history keeps them."
      path={`${addressOf(of)}/days/${span.id}/actions/remove`}
      version={of.version}
      submit="Delete"
      nouns={nouns}
      values={{ reason: "" }}
      onClose={onClose}
    >
      <TextField name="reason" label="Why" required maxLength={300} />
    </PostDialog>
  );
}

type Week = Record<`day${number}`, boolean>;
const weekOf = (days: readonly number[]): Week =>
  Object.fromEntries(weekdayNames.map((_, no) => [`day${no}`, days.includes(no)]));

function CountingDialog({ of, onClose }: { of: SafetyDetail; onClose: () => void }) {
  return (
    <PostDialog
      title="Working days and end of counting"
      description="Who leaves because of the injury is counted by estimate: enter the days expected instead."
      path={`${addressOf(of)}/actions/counting`}
      version={of.version}
      submit="Save"
      nouns={nouns}
      values={{
        ...weekOf(of.workWeekdays),
        countEndedOn: of.countEndedOn ?? "",
        countEndedWhy: of.countEndedWhy ?? "",
      }}
      bodyOf={({ countEndedOn, countEndedWhy, ...week }) => ({
        workWeekdays: weekdayNames.flatMap((_, no) => ((week as Week)[`day${no}`] ? [no] : [])),
        countEndedOn,
        countEndedWhy,
      })}
      onClose={onClose}
    >
      <FormRow>
        {weekdayNames.map((name, no) => (
          <CheckboxField key={name} name={`day${no}`} label={name} />
        ))}
      </FormRow>
      <FormRow>
        <DateField name="countEndedOn" label="Counted up to" />
        <SelectField
          name="countEndedWhy"
          label="Because"
          options={[{ value: "", label: "Counting goes on" }, ...options(countEnds)]}
        />
      </FormRow>
    </PostDialog>
  );
}

const days = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;
const found = (c: SafetyDetail): string => {
  const parts = [
    c.expectedAway > 0 && `${days(c.daysAway)} away so far`,
    c.expectedAway > c.daysAway && `${days(c.expectedAway)} expected`,
    c.expectedRestricted > 0 && `${days(c.daysRestricted)} restricted or transferred so far`,
    c.expectedRestricted > c.daysRestricted && `${days(c.expectedRestricted)} expected`,
  ].filter(Boolean);
  if (parts.length === 0)
    return c.spans.length > 0
      ? "None of these days counts: nobody would have worked on them, and no clinician said so. 29 CFR 1904.7(b)(3)(v)"
      : "No day away from work, restricted or transferred.";
  return `${parts.join(", ")}.${c.capped ? " Counting ended at 180 days of both together: 29 CFR 1904.7(b)(3)(vii)." : ""}`;
};

type Open = { what: "span" | "remove"; span: SpanShown | null } | { what: "counting" };

function Spans({ of, open }: { of: SafetyDetail; open: ((what: Open) => void) | null }) {
  return (
    <ul className="grid gap-3">
      {of.spans.map((span) => (
        <li key={span.id} className="flex flex-wrap items-baseline gap-3">
          <span>
            {spanKinds[span.kind]}: {formatDate(span.fromDay)} to{" "}
            {span.toDay ? formatDate(span.toDay) : "further on"}
          </span>
          <span className="text-13 text-t2">{spanBases[span.basis]}</span>
          {open && (
            <>
              <button
                type="button"
                className="btn btn-small"
                onClick={() => open({ what: "span", span })}
              >
                Change
              </button>
              <button
                type="button"
                className="btn btn-small"
                onClick={() => open({ what: "remove", span })}
              >
                Delete
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Days away, restricted and transferred as spans, and what the rule counts of them. */
export function DaysPanel({ of }: { of: SafetyDetail }) {
  const [open, setOpen] = useState<Open | null>(null);
  const may = of.canEdit && !["reported", "closed", "not_recordable"].includes(of.status);
  const close = () => setOpen(null);
  return (
    <Panel title="Days away and restricted">
      <div className="grid gap-4">
        <p>{found(of)}</p>
        {of.spans.length > 0 && <Spans of={of} open={may ? setOpen : null} />}
        {of.countEndedOn && of.countEndedWhy && (
          <p className="text-13 text-t2">
            Counted up to {formatDate(of.countEndedOn)}: {countEnds[of.countEndedWhy].label}.{" "}
            {countEnds[of.countEndedWhy].citation}
          </p>
        )}
        {may && (
          <div className="flex flex-wrap gap-2">
            <button
              type="button"
              className="btn btn-primary"
              onClick={() => setOpen({ what: "span", span: null })}
            >
              Enter days
            </button>
            <button type="button" className="btn" onClick={() => setOpen({ what: "counting" })}>
              Working days and end of counting
            </button>
          </div>
        )}
        <p className="text-13 text-t2">
          Calendar days from the day after it happened, weekends and holidays with them; works{" "}
          {of.workWeekdays.map((no) => weekdayNames[no]).join(", ")}. 29 CFR 1904.7(b)(3) and (4)
        </p>
      </div>
      {open?.what === "span" && <SpanDialog of={of} span={open.span} onClose={close} />}
      {open?.what === "remove" && open.span && (
        <RemoveDialog of={of} span={open.span} onClose={close} />
      )}
      {open?.what === "counting" && <CountingDialog of={of} onClose={close} />}
    </Panel>
  );
}
