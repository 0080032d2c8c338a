import { useMemo } from "react";
import type { Asked } from "#areas/forms/forms.public.ts";
import { paCategories } from "#areas/recovery/recovery.public.ts";
import { dateIn } from "#kernel/dates.ts";
import { instantAt } from "#kernel/time.ts";
import {
  CheckboxField,
  DateField,
  MoneyField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import type { PacketItem } from "../../../store/packet.ts";
import { CaptureForm } from "../CaptureForm.tsx";
import { useField } from "../useField.ts";
import { FilledForm } from "./InspectionForm.tsx";

// Management costs are no damage.
const damageCategories = Object.entries(paCategories)
  .filter(([value]) => value !== "Z")
  .map(([value, label]) => ({ value, label }));

type Damage = {
  title: string;
  location: string;
  category: string;
  cause: string;
  occurredOn: string;
  dimensions: string;
  estimateCents: number | null;
  insured: boolean;
};

/** Damage of a declared disaster, as it is seen. */
export function DamageForm({ item }: { item: PacketItem }) {
  const zone = useField().open?.owner.timeZone ?? "UTC";
  const today = dateIn(instantAt(Date.now()), zone);
  return (
    <CaptureForm<Damage>
      subject={{ kind: "damage", title: `Damage, ${item.title}`, record: null, seen: {} }}
      draftName={item.id}
      blank={{
        ...{ title: "", location: "", category: "", cause: "", occurredOn: today },
        ...{ dimensions: "", estimateCents: null, insured: false },
      }}
      toValues={({ estimateCents, ...damage }) => ({
        ...damage,
        declarationId: item.id,
        estimateCents: estimateCents ?? 0,
      })}
    >
      <TextField name="title" label="What is damaged" required maxLength={200} />
      <TextField name="location" label="Where it is" required maxLength={300} />
      <SelectField name="category" label="Category" required options={damageCategories} />
      <TextField name="cause" label="What damaged it" required maxLength={500} />
      <DateField name="occurredOn" label="Day of the damage" required max={today} />
      <TextArea name="dimensions" label="Dimensions" maxLength={500} />
      <MoneyField name="estimateCents" label="First estimate" />
      <CheckboxField name="insured" label="It is insured" />
    </CaptureForm>
  );
}

type Entry = { kind: string; entry: string };

/** An entry in the log of a running incident. */
export function LogForm({ item }: { item: PacketItem }) {
  return (
    <CaptureForm<Entry>
      subject={{
        kind: "incident_log",
        title: `Log of ${item.title}`,
        record: { id: item.id, version: item.version },
        seen: {},
      }}
      blank={{ kind: "note", entry: "" }}
      toValues={({ kind, entry }) => ({ kind, entry: entry.trim() })}
    >
      <RadioGroup
        name="kind"
        label="It is"
        required
        options={[
          { value: "note", label: "A note" },
          { value: "decision", label: "A decision" },
          { value: "status", label: "A state of things" },
        ]}
      />
      <TextArea name="entry" label="What happened" required maxLength={8000} />
    </CaptureForm>
  );
}

type StaffForm = { about: string; pages: Asked["pages"] };

/** A form of the agency's staff. */
export function FormOfStaff({ item }: { item: PacketItem }) {
  const form = item.data as unknown as StaffForm;
  const asked = useMemo(() => ({ pages: form.pages }), [form.pages]);
  return (
    <>
      {form.about && <p className="mb-4 text-t2">{form.about}</p>}
      <FilledForm
        item={item}
        asked={asked}
        begun={none}
        about={null}
        values={(answers) => ({ formId: item.id, answers })}
      />
    </>
  );
}

const none = {};
