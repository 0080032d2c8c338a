import { options } from "#kernel/labels.ts";
import { CheckboxField, TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { PlanDetail } from "./incident.model.ts";
import {
  channelModes,
  keptContacts,
  noForms,
  supportLevels,
  type Reached,
} from "./plan-forms.model.ts";

export type PlanPart = "words" | "channels" | "contacts" | "medical";
const planParts = {
  words: "Weather and safety message",
  channels: "Radio channels (ICS 205)",
  contacts: "Communications list (ICS 205A)",
  medical: "Medical plan (ICS 206)",
} as const satisfies Record<PlanPart, string>;

const text = (name: string, label: string, required = false): LineColumn => ({
  name,
  label,
  kind: "text",
  required,
});
const answers = [
  { value: "no", label: "No" },
  { value: "yes", label: "Yes" },
];
const yesNo = (name: string, label: string): LineColumn => ({
  name,
  label,
  kind: "select",
  options: answers,
});
type Line = Record<string, unknown>;
// Yes and no are choices of a grid, and truths of the plan.
const asChoices = (lines: readonly object[]): Line[] =>
  lines.map((line) =>
    Object.fromEntries(
      Object.entries(line).map(([key, value]) => [
        key,
        typeof value === "boolean" ? (value ? "yes" : "no") : value,
      ]),
    ),
  );
const asTruths = (lines: readonly Line[], names: readonly string[]): Line[] =>
  lines.map((line) => ({
    ...line,
    ...Object.fromEntries(names.map((name) => [name, line[name] === "yes"])),
  }));

type Values = {
  weather: string;
  safety: string;
  communications: string;
  medical: string;
  channels: Line[];
  contacts: Line[];
  stations: Line[];
  ambulances: Line[];
  hospitals: Line[];
  aviation: boolean;
};
const valuesOf = ({ plan, contacts }: PlanDetail): Values => {
  const forms = plan.forms ?? noForms;
  return {
    weather: plan.weather,
    safety: plan.safety,
    communications: plan.communications,
    medical: plan.medical,
    channels: asChoices(forms.channels),
    contacts: asChoices(contacts),
    stations: asChoices(forms.stations),
    ambulances: asChoices(forms.ambulances),
    hospitals: asChoices(forms.hospitals),
    aviation: forms.aviation,
  };
};
const bodyOf = (part: PlanPart, v: Values, { plan }: PlanDetail) => {
  if (part === "words") return { weather: v.weather, safety: v.safety };
  const forms = {
    channels: v.channels,
    contacts: keptContacts(v.contacts as Reached[], plan.organization),
    stations: asTruths(v.stations, ["paramedics"]),
    ambulances: v.ambulances,
    hospitals: asTruths(v.hospitals, ["burn", "helipad"]),
    aviation: v.aviation,
  };
  return { forms, communications: v.communications, medical: v.medical };
};

function Channels() {
  return (
    <>
      <LineItems
        name="channels"
        label="Channels"
        min={0}
        blank={() => ({
          zone: "",
          number: "",
          use: "",
          name: "",
          assignment: "",
          receive: "",
          receiveTone: "",
          transmit: "",
          transmitTone: "",
          mode: "A",
          remarks: "",
        })}
        columns={[
          text("use", "Function", true),
          text("name", "Channel or talkgroup", true),
          text("zone", "Zone"),
          text("number", "Ch #"),
          text("assignment", "Assignment"),
          text("receive", "RX freq"),
          text("receiveTone", "RX tone"),
          text("transmit", "TX freq"),
          text("transmitTone", "TX tone"),
          { name: "mode", label: "Mode", kind: "select", options: options(channelModes) },
          text("remarks", "Remarks"),
        ]}
      />
      <TextArea name="communications" label="Special instructions" rows={2} maxLength={4000} />
    </>
  );
}

function Contacts() {
  return (
    <LineItems
      name="contacts"
      label="People"
      min={0}
      blank={() => ({ position: "", name: "", methods: "" })}
      columns={[
        text("position", "Position", true),
        text("name", "Name", true),
        text("methods", "Telephone, radio, pager"),
      ]}
    />
  );
}

function Medical() {
  return (
    <>
      <LineItems
        name="stations"
        label="Aid stations"
        min={0}
        blank={() => ({ name: "", location: "", contact: "", paramedics: "no" })}
        columns={[
          text("name", "Name", true),
          text("location", "Location"),
          text("contact", "Contact"),
          yesNo("paramedics", "Paramedics"),
        ]}
      />
      <LineItems
        name="ambulances"
        label="Ambulances"
        min={0}
        blank={() => ({ name: "", location: "", contact: "", level: "als" })}
        columns={[
          text("name", "Service", true),
          text("location", "Location"),
          text("contact", "Contact"),
          { name: "level", label: "Level", kind: "select", options: options(supportLevels) },
        ]}
      />
      <LineItems
        name="hospitals"
        label="Hospitals"
        min={0}
        blank={() => ({
          name: "",
          address: "",
          contact: "",
          airMinutes: "",
          groundMinutes: "",
          trauma: "",
          burn: "no",
          helipad: "no",
        })}
        columns={[
          text("name", "Name", true),
          text("address", "Address"),
          text("contact", "Contact"),
          text("groundMinutes", "Ground, min"),
          text("airMinutes", "Air, min"),
          text("trauma", "Trauma level"),
          yesNo("burn", "Burn center"),
          yesNo("helipad", "Helipad"),
        ]}
      />
      <TextArea name="medical" label="Special medical procedures" rows={2} maxLength={4000} />
      <CheckboxField name="aviation" label="Aviation assets are used for rescue" />
    </>
  );
}

/** Changes a part of a draft: its words, or one of its tables. */
export function PlanDialog({
  detail,
  part,
  onClose,
}: {
  detail: PlanDetail;
  part: PlanPart;
  onClose: () => void;
}) {
  const act = useMutationAction("incident-plans", "incidents");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={planParts[part]}
      description={`Of ${detail.number}, as long as it is a draft.`}
      className={part === "words" ? "dialog dialog-wide" : "dialog dialog-wide dialog-lines"}
    >
      <Form<Values>
        formKey={null}
        defaultValues={valuesOf(detail) as never}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={async (values) => {
          await act.mutateAsync({
            method: "PATCH",
            path: `/api/v1/incident-plans/${detail.id}`,
            body: bodyOf(part, values, detail),
            version: detail.version,
          });
          notify.done("Saved", detail.number);
          onClose();
        }}
      >
        {part === "words" && (
          <>
            <TextArea
              name="weather"
              label="Weather and situation (ICS 202)"
              rows={3}
              maxLength={4000}
            />
            <TextArea
              name="safety"
              label="Safety message (ICS 208)"
              rows={4}
              required
              maxLength={4000}
            />
          </>
        )}
        {part === "channels" && <Channels />}
        {part === "contacts" && <Contacts />}
        {part === "medical" && <Medical />}
      </Form>
    </Dialog>
  );
}
