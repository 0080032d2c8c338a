import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  FormRow,
  InstantField,
  QuantityField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { hourKinds, hourPay } from "./hours.labels.ts";
import type { HourRow, LaborClassRow } from "./hours.model.ts";
import { assetLabels } from "../label/assetLabels.ts";

type Of = { workOrderId?: string | null; assetId?: string | null; incidentId?: string | null };

const blank = (personId: string, of: Of) => ({
  kind: "labor",
  personId: personId as string | null,
  laborClassId: "",
  unitId: null as string | null,
  fromAt: "",
  toAt: "",
  breakMinutes: "0",
  standbyMinutes: "0",
  pay: "regular",
  activity: "",
  meter: "",
  assetId: of.assetId ?? null,
  workOrderId: of.workOrderId ?? null,
  incidentId: of.incidentId ?? null,
  reason: "",
});
type Values = ReturnType<typeof blank>;

function Worked() {
  const classes = useGet<{ items: LaborClassRow[] }>("labor-classes", "/api/v1/labor-classes");
  return (
    <>
      <SelectField
        name="laborClassId"
        label="Class of work"
        options={[
          { value: "", label: "Not said" },
          ...(classes.data?.items ?? [])
            .filter((one) => one.active)
            .map((one) => ({ value: one.id, label: one.name })),
        ]}
      />
      <RadioGroup name="pay" label="Pay" required options={options(hourPay)} />
    </>
  );
}

function Ran() {
  return (
    <>
      <Combobox<{ id: string; name: string; number: string }>
        name="unitId"
        label="Unit"
        required
        path="/api/v1/assets"
        query="inUse=true"
        itemLabel={(a) => a.name}
        itemHint={(a) => a.number}
        labels={assetLabels}
      />
      <FormRow>
        <QuantityField name="standbyMinutes" label="Of which standby" unit="minutes" decimals={0} />
        <QuantityField name="meter" label="Hour meter at the end" decimals={1} />
      </FormRow>
    </>
  );
}

function Fields({ person, correcting }: { person: string | null; correcting: boolean }) {
  const kind = useWatch({ name: "kind" }) as string;
  return (
    <>
      <RadioGroup name="kind" label="Hours of" required options={options(hourKinds)} />
      {kind === "equipment" && <Ran />}
      <Combobox<{ id: string; name: string; email: string }>
        name="personId"
        label={kind === "equipment" ? "Operator" : "Person"}
        {...(kind === "labor" ? { required: true } : {})}
        path="/api/v1/members"
        itemLabel={(m) => m.name}
        itemHint={(m) => m.email}
        currentLabel={person}
      />
      <FormRow>
        <InstantField name="fromAt" label="From" required />
        <InstantField name="toAt" label="To" required />
      </FormRow>
      <QuantityField name="breakMinutes" label="Of which breaks" unit="minutes" decimals={0} />
      {kind === "labor" && <Worked />}
      <TextField name="activity" label="What was done" maxLength={300} />
      <Combobox<{ id: string; title: string; number: string }>
        name="incidentId"
        label="Incident"
        hint="Hours on an incident count for its recovery."
        path="/api/v1/incidents"
        itemLabel={(i) => i.title}
        itemHint={(i) => i.number}
      />
      {correcting && <TextArea name="reason" label="What was wrong" required rows={2} />}
    </>
  );
}

/** Enters hours, or corrects approved ones by a new row. */
export function HourDialog({
  of,
  corrects,
  onClose,
}: {
  of: Of;
  corrects?: HourRow;
  onClose: () => void;
}) {
  const { user, me } = useAuth();
  const fresh = blank(user?.id ?? "", of);
  const values: Values = corrects
    ? {
        ...fresh,
        kind: corrects.kind,
        personId: corrects.personId,
        fromAt: corrects.fromAt,
        toAt: corrects.toAt,
        standbyMinutes: String(corrects.standbyMinutes),
        pay: corrects.pay,
        activity: corrects.activity,
        workOrderId: corrects.workOrderId,
      }
    : fresh;
  return (
    <PostDialog<Values>
      title={corrects ? "Correct hours" : "Enter hours"}
      description={
        corrects
          ? "The old row stays as it was. The new one is approved anew."
          : "Somebody who neither worked nor entered them approves them; then they are locked."
      }
      path={corrects ? `/api/v1/work-hours/${corrects.id}/actions/correct` : "/api/v1/work-hours"}
      submit={corrects ? "Correct" : "Enter"}
      nouns={["work-hours", "work-orders"]}
      values={values}
      {...(corrects ? { version: corrects.version } : {})}
      bodyOf={({ reason, ...body }) => ({
        ...body,
        ...(body.kind === "labor" ? { unitId: null, standbyMinutes: 0, meter: "" } : {}),
        ...(corrects ? { reason } : {}),
      })}
      onClose={onClose}
    >
      <Fields
        person={corrects ? corrects.person : (me?.person.displayName ?? null)}
        correcting={Boolean(corrects)}
      />
    </PostDialog>
  );
}
