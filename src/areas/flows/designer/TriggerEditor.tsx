import { useState } from "react";
import { options } from "#kernel/labels.ts";
import {
  everyKinds,
  startKinds,
  timerKinds,
  type Timer,
  type Trigger,
} from "../definition/flow.labels.ts";
import type { FlowParts } from "../definition/flow.model.ts";
import { durationWords, fieldsOf, weekdays } from "../definition/words.labels.ts";
import { Check, Select, Text, Whole } from "./controls.tsx";
import { RuleEditor } from "./RuleEditor.tsx";

const firstTrigger = (on: string, parts: FlowParts | undefined): Trigger => {
  const record = parts?.records[0];
  if (on === "schedule") return { on, every: "day", at: "08:00", weekday: 1, day: 1 };
  if (on === "record" && record)
    return { on, noun: record.noun, action: record.events[0]?.value ?? "", when: null };
  return { on: "hand", noun: null };
};

function OnRecord({
  trigger,
  parts,
  onChange,
}: {
  trigger: Extract<Trigger, { on: "record" }>;
  parts: FlowParts | undefined;
  onChange: (trigger: Trigger) => void;
}) {
  const record = parts?.records.find((each) => each.noun === trigger.noun);
  return (
    <>
      <Select
        label="Record"
        value={trigger.noun}
        options={(parts?.records ?? []).map(({ noun, label }) => ({ value: noun, label }))}
        onChange={(noun) => {
          const next = parts?.records.find((each) => each.noun === noun);
          onChange({ on: "record", noun, action: next?.events[0]?.value ?? "", when: null });
        }}
      />
      <Select
        label="What happens to it"
        value={trigger.action}
        options={record?.events ?? []}
        onChange={(action) => onChange({ ...trigger, action })}
      />
      <Check
        label="Only if"
        value={trigger.when !== null}
        onChange={(only) => onChange({ ...trigger, when: only ? true : null })}
      />
      {trigger.when !== null && (
        <RuleEditor
          rule={trigger.when}
          fields={fieldsOf(parts, trigger.noun)}
          onChange={(when) => onChange({ ...trigger, when })}
        />
      )}
    </>
  );
}

function OnSchedule({
  trigger,
  onChange,
}: {
  trigger: Extract<Trigger, { on: "schedule" }>;
  onChange: (trigger: Trigger) => void;
}) {
  return (
    <>
      <Select
        label="How often"
        value={trigger.every}
        options={options(everyKinds)}
        onChange={(every) => onChange({ ...trigger, every: every as typeof trigger.every })}
      />
      {trigger.every === "week" && (
        <Select
          label="Day of the week"
          value={String(trigger.weekday)}
          options={weekdays.map((label, value) => ({ value: String(value), label }))}
          onChange={(weekday) => onChange({ ...trigger, weekday: Number(weekday) })}
        />
      )}
      {trigger.every === "month" && (
        <Whole
          label="Day of the month"
          value={trigger.day}
          least={1}
          most={31}
          onChange={(day) => onChange({ ...trigger, day })}
        />
      )}
      <Text
        label="Time of the agency"
        value={trigger.at}
        max={5}
        onChange={(at) => onChange({ ...trigger, at })}
      />
    </>
  );
}

/** What begins a run. */
export function TriggerEditor({
  trigger,
  parts,
  onChange,
}: {
  trigger: Trigger;
  parts: FlowParts | undefined;
  onChange: (trigger: Trigger) => void;
}) {
  return (
    <>
      <Select
        label="Begins"
        value={trigger.on}
        options={options(startKinds)}
        onChange={(on) => onChange(firstTrigger(on, parts))}
      />
      {trigger.on === "record" && <OnRecord trigger={trigger} parts={parts} onChange={onChange} />}
      {trigger.on === "schedule" && <OnSchedule trigger={trigger} onChange={onChange} />}
      {trigger.on === "hand" && (
        <Select
          label="About"
          value={trigger.noun ?? ""}
          options={[
            { value: "", label: "No record" },
            ...(parts?.records ?? []).map(({ noun, label }) => ({ value: noun, label })),
          ]}
          onChange={(noun) => onChange({ on: "hand", noun: noun === "" ? null : noun })}
        />
      )}
    </>
  );
}

const firstTimer = (by: string): Timer =>
  by === "business"
    ? { by, days: 3 }
    : by === "date"
      ? { by, field: "", days: 0, business: false }
      : { by: "duration", minutes: 1440 };

const units = { 1: "Minutes", 60: "Hours", 1440: "Days of 24 hours" } as const;
/** A year of minutes is the longest wait. */
const mostMinutes = 527_040;
const unitOf = (minutes: number): number => [1440, 60].find((unit) => minutes % unit === 0) ?? 1;

/** So many minutes, hours or days of 24 hours; the unit stays the one that was chosen. */
function Duration({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const [unit, setUnit] = useState(() => unitOf(minutes));
  const put = (amount: number, by: number) =>
    onChange(Math.min(mostMinutes, Math.max(1, amount * by)));
  return (
    <>
      <Whole
        label="How long"
        value={Math.max(1, Math.round(minutes / unit))}
        least={1}
        most={Math.floor(mostMinutes / unit)}
        onChange={(amount) => put(amount, unit)}
      />
      <Select
        label="Counted in"
        value={String(unit)}
        options={options(units)}
        onChange={(by) => {
          put(Math.max(1, Math.round(minutes / unit)), Number(by));
          setUnit(Number(by));
        }}
      />
      <p className="hint">Waits {durationWords(minutes)}, day and night.</p>
    </>
  );
}

/** How long a run waits. */
export function TimerEditor({
  timer,
  parts,
  noun,
  onChange,
}: {
  timer: Timer;
  parts: FlowParts | undefined;
  noun: string | null;
  onChange: (timer: Timer) => void;
}) {
  const dates = fieldsOf(parts, noun).filter(
    (field) => field.kind === "date" && field.name !== "today",
  );
  return (
    <>
      <Select
        label="Waits for"
        value={timer.by}
        options={options(timerKinds)}
        onChange={(by) => onChange(firstTimer(by))}
      />
      {timer.by === "duration" && (
        <Duration
          minutes={timer.minutes}
          onChange={(minutes) => onChange({ by: "duration", minutes })}
        />
      )}
      {timer.by === "business" && (
        <Whole
          label="Business days"
          value={timer.days}
          least={1}
          most={260}
          onChange={(days) => onChange({ by: "business", days })}
        />
      )}
      {timer.by === "date" && (
        <>
          <Select
            label="Day of the record"
            value={timer.field}
            options={dates.map(({ name, label }) => ({ value: name, label }))}
            onChange={(field) => onChange({ ...timer, field })}
          />
          <Whole
            label="Days behind it, negative for before"
            value={timer.days}
            least={-365}
            most={365}
            onChange={(days) => onChange({ ...timer, days })}
          />
          <Check
            label="Count business days"
            value={timer.business}
            onChange={(business) => onChange({ ...timer, business })}
          />
        </>
      )}
    </>
  );
}
