import { useWatch } from "react-hook-form";
import { serviceCycle, type ServiceStatus } from "#areas/engagement/engagement.public.ts";
import type { FieldProblem } from "#web/kit/api.ts";
import { RadioGroup, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { PacketItem } from "../../../store/packet.ts";
import { requestStatusAfter } from "../../../store/pending.model.ts";
import { CaptureForm } from "../CaptureForm.tsx";
import { useField } from "../useField.ts";
import { usePending } from "../usePending.ts";

type Attribute = {
  code: string;
  label: string;
  required: boolean;
  options?: readonly string[];
};
type ServiceType = { code: string; name: string; description: string; attributes: Attribute[] };

const typeOf = (item: PacketItem): ServiceType => item.data as unknown as ServiceType;

function Attributes({ types }: { types: readonly ServiceType[] }) {
  const code = useWatch({ name: "serviceCode" }) as string;
  const type = types.find((one) => one.code === code);
  return type?.attributes.map((one) =>
    one.options && one.options.length > 0 ? (
      <SelectField
        key={one.code}
        name={`attributes.${one.code}`}
        label={one.label}
        required={one.required}
        options={one.options.map((value) => ({ value, label: value }))}
      />
    ) : (
      <TextField
        key={one.code}
        name={`attributes.${one.code}`}
        label={one.label}
        required={one.required}
        maxLength={500}
      />
    ),
  );
}

type Report = {
  serviceCode: string;
  description: string;
  address: string;
  attributes: Record<string, string>;
};
const blankReport: Report = { serviceCode: "", description: "", address: "", attributes: {} };

const reported = (
  { serviceCode, description, address, attributes }: Report,
  types: readonly ServiceType[],
) => {
  const asked = new Set(
    types.find(({ code }) => code === serviceCode)?.attributes.map(({ code }) => code),
  );
  return {
    serviceCode,
    description,
    address,
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([code, said]) => asked.has(code) && said !== ""),
    ),
  };
};

// The same as the server's verdict, before it is saved.
const wrongIn = ({ description, address }: Report, placed: boolean): FieldProblem[] => [
  ...(description.trim().length < 5
    ? [{ path: "description", message: "Describe it in a few words" }]
    : []),
  ...(!placed && address.trim() === ""
    ? [{ path: "address", message: "Say where: this device does not know its place" }]
    : []),
];

/** Something new that needs doing, seen in the field. */
export function NewRequest() {
  const types = useField()
    .items.filter(({ kind }) => kind === "service_request")
    .map(typeOf);
  const subject = {
    kind: "service_request",
    title: "New service request",
    record: null,
    seen: {},
  };
  return (
    <CaptureForm<Report>
      subject={subject}
      blank={blankReport}
      toValues={(values) => reported(values, types)}
      wrong={wrongIn}
      photosHint="It is taken up once its photos came too."
    >
      <SelectField
        name="serviceCode"
        label="What it is about"
        required
        options={types.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Attributes types={types} />
      <TextArea name="description" label="What you saw" required maxLength={4000} />
      <TextField
        name="address"
        label="Address or landmark"
        hint="The device's place goes along."
        maxLength={300}
      />
    </CaptureForm>
  );
}

type Request = {
  number: string;
  status: string;
  service: string;
  description: string;
  address: string;
};
const stepsOf: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  received: [
    { value: "acknowledge", label: "Acknowledge it" },
    { value: "start", label: "Start work" },
  ],
  acknowledged: [
    { value: "start", label: "Start work" },
    { value: "close", label: "Close it" },
  ],
  in_progress: [{ value: "close", label: "Close it" }],
};

type Step = { action: string; reason: string };

/** A step of a request that somebody works on. */
export function RequestStep({ item }: { item: PacketItem }) {
  const request = item.data as unknown as Request;
  const status = requestStatusAfter(request.status, usePending(item));
  const subject = {
    kind: "service_request_step",
    title: item.title,
    record: { id: item.id, version: item.version },
    seen: { status },
  };
  const wrong = ({ action, reason }: Step) =>
    action === "close" && reason.trim().length < 3
      ? [{ path: "reason", message: "Say what was done: the public reads it." }]
      : [];
  const facts = (
    <Facts
      rows={[
        ["Asked", request.description],
        ["Where", request.address],
        ["Stands", serviceCycle.statuses[status as ServiceStatus]?.label],
      ]}
    />
  );
  if (!stepsOf[status])
    return (
      <>
        {facts}
        <p className="mt-4 text-t2">It was closed on this device; nothing more is to be done.</p>
      </>
    );
  return (
    <>
      {facts}
      <CaptureForm<Step>
        subject={subject}
        blank={{ action: "", reason: "" }}
        toValues={({ action, reason }) => ({ action, reason: reason.trim() })}
        wrong={wrong}
      >
        <RadioGroup
          name="action"
          label="What happens now"
          required
          options={stepsOf[status] ?? []}
        />
        <TextArea
          name="reason"
          label="What was done"
          hint="The public and the reporter read it."
          maxLength={2000}
        />
      </CaptureForm>
    </>
  );
}
