import { useFormContext, useWatch } from "react-hook-form";
import { hourPay } from "#areas/assets/assets.public.ts";
import { dateIn } from "#kernel/dates.ts";
import { addDays, instantAt } from "#kernel/time.ts";
import type { FieldProblem } from "#web/kit/api.ts";
import { Field } from "#web/kit/form/Field.tsx";
import {
  DateField,
  QuantityField,
  RadioGroup,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import type { PacketItem } from "../../../store/packet.ts";
import { typedTime, type TypedTime } from "../../../store/wall.model.ts";
import { CaptureForm } from "../CaptureForm.tsx";
import { useField } from "../useField.ts";

type Hours = {
  kind: "labor" | "equipment";
  personId: string;
  laborClassId: string;
  unitId: string;
  workOrderId: string;
  day: string;
  from: string;
  fromLater: string;
  to: string;
  toLater: string;
  breakMinutes: string;
  pay: string;
  activity: string;
};

/** A time of the day by the agency's clock. */
function TimeField({ name, label }: { name: string; label: string }) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} required>
      {(control) => (
        <input {...control} {...register(name)} className="field-control" type="time" />
      )}
    </Field>
  );
}

const timesOf = (typed: Hours, zone: string): { from: TypedTime; to: TypedTime } => {
  const later = (said: string) => (said === "" ? null : said === "second");
  const from = typedTime(typed.day, typed.from, later(typed.fromLater), zone);
  const to = typedTime(typed.day, typed.to, later(typed.toLater), zone);
  if (!("at" in from) || !("at" in to) || to.at > from.at) return { from, to };
  // Past midnight.
  const day = addDays(typed.day, 1);
  return { from, to: typedTime(day, typed.to, later(typed.toLater), zone) };
};

const sentences = {
  skipped: "The clocks were put forward: this time was left out on that day.",
  twice: "The clocks were put back: say whether it was the first or the second time.",
} as const;

const sentenceOf = (path: string, wrong: keyof typeof sentences | "missing"): string =>
  wrong === "missing"
    ? `Enter when the work ${path === "from" ? "began" : "ended"}.`
    : sentences[wrong];

const wrongIn = (typed: Hours, zone: string): FieldProblem[] => {
  const { from, to } = timesOf(typed, zone);
  const about = (path: string, time: TypedTime): FieldProblem[] =>
    "wrong" in time ? [{ path, message: sentenceOf(path, time.wrong) }] : [];
  const who =
    typed.kind === "labor"
      ? typed.personId
        ? []
        : [{ path: "personId", message: "Choose who worked." }]
      : typed.unitId
        ? []
        : [{ path: "unitId", message: "Choose the equipment." }];
  return [...who, ...about("from", from), ...about("to", to)];
};

function WhichTime({
  name,
  of,
  zone,
}: {
  name: "fromLater" | "toLater";
  of: "from" | "to";
  zone: string;
}) {
  const typed = useWatch() as Hours;
  const time = timesOf({ ...typed, [name]: "" }, zone)[of];
  if (!("wrong" in time) || time.wrong !== "twice") return null;
  return (
    <RadioGroup
      name={name}
      label={`${typed[of]} came twice that day`}
      required
      options={[
        { value: "first", label: "The first time, before the clocks went back" },
        { value: "second", label: "The second time" },
      ]}
    />
  );
}

function Who({ items }: { items: readonly PacketItem[] }) {
  const kind = useWatch({ name: "kind" }) as Hours["kind"];
  const of = (what: string) =>
    items
      .filter(({ data }) => data["of"] === what)
      .map(({ id, title }) => ({ value: id, label: title }));
  if (kind === "equipment")
    return <SelectField name="unitId" label="Equipment" required options={of("unit")} />;
  return (
    <>
      <SelectField name="personId" label="Who worked" required options={of("person")} />
      <SelectField name="laborClassId" label="Class of work" options={of("class")} />
    </>
  );
}

const iso = (time: TypedTime): string => ("at" in time ? new Date(time.at).toISOString() : "");

const entered = (typed: Hours, zone: string): Record<string, unknown> => {
  const { from, to } = timesOf(typed, zone);
  const labor = typed.kind === "labor";
  return {
    kind: typed.kind,
    personId: labor ? typed.personId : null,
    laborClassId: labor ? typed.laborClassId || null : null,
    unitId: labor ? null : typed.unitId,
    workOrderId: typed.workOrderId || null,
    fromAt: iso(from),
    toAt: iso(to),
    breakMinutes: Number(typed.breakMinutes || "0"),
    pay: typed.pay,
    activity: typed.activity.trim(),
  };
};

/** Hours of the crew and its equipment, by the agency's clock. */
export function HoursForm() {
  const { items, open } = useField();
  const zone = open?.owner.timeZone ?? "UTC";
  const things = items.filter(({ kind }) => kind === "hours");
  const orders = items.filter(({ kind }) => kind === "work_order_step");
  const today = dateIn(instantAt(Date.now()), zone);
  return (
    <CaptureForm<Hours>
      subject={{ kind: "hours", title: "Hours", record: null, seen: {} }}
      blank={{
        ...{ kind: "labor", personId: open?.owner.personId ?? "", laborClassId: "", unitId: "" },
        ...{ workOrderId: "", day: today, from: "", fromLater: "", to: "", toLater: "" },
        ...{ breakMinutes: "0", pay: "regular", activity: "" },
      }}
      wrong={(typed) => wrongIn(typed, zone)}
      toValues={(typed) => entered(typed, zone)}
    >
      <RadioGroup
        name="kind"
        label="Hours of"
        required
        options={[
          { value: "labor", label: "A person" },
          { value: "equipment", label: "Equipment" },
        ]}
      />
      <Who items={things} />
      <DateField name="day" label="Day" required max={today} />
      <TimeField name="from" label="From" />
      <WhichTime name="fromLater" of="from" zone={zone} />
      <TimeField name="to" label="To" />
      <WhichTime name="toLater" of="to" zone={zone} />
      <QuantityField name="breakMinutes" label="Break" unit="minutes" decimals={0} />
      <SelectField
        name="pay"
        label="Paid as"
        required
        options={Object.entries(hourPay).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        name="workOrderId"
        label="Work order"
        options={orders.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <TextField name="activity" label="What was done" maxLength={300} />
    </CaptureForm>
  );
}
