import { options } from "#kernel/labels.ts";
import {
  DateField,
  FormRow,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { SendDialog } from "../closeout/SendDialog.tsx";
import { recurrences, sides } from "./obligation.labels.ts";

type Values = {
  side: string;
  title: string;
  description: string;
  citation: string;
  ownerId: string;
  firstDueOn: string;
  recurrence: string;
};

/** Enters what one side of a contract owes. */
export function AddDialog({ contractId, onClose }: { contractId: string; onClose: () => void }) {
  const members = useGet<{ items: { id: string; name: string }[] }>(
    "members",
    "/api/v1/members?limit=200",
  ).data?.items;
  return (
    <SendDialog<Values>
      title="Enter an obligation"
      description="Its days are made until the contract's end and stand in the deadline register."
      submit="Enter it"
      path={`/api/v1/contracts/${contractId}/obligations`}
      values={{
        side: "vendor",
        title: "",
        description: "",
        citation: "",
        ownerId: "",
        firstDueOn: "",
        recurrence: "once",
      }}
      bodyOf={({ ownerId, ...values }) => ({ ...values, ownerId: ownerId || null })}
      onClose={onClose}
    >
      <RadioGroup name="side" label="Who owes it" required options={options(sides)} />
      <TextField name="title" label="What" required maxLength={200} />
      <FormRow>
        <DateField name="firstDueOn" label="First due on" required />
        <SelectField name="recurrence" label="How often" required options={options(recurrences)} />
      </FormRow>
      <FormRow>
        <SelectField
          name="ownerId"
          label="Owner"
          placeholder="Who keeps the contract"
          options={(members ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField name="citation" label="Where the contract says so" maxLength={200} />
      </FormRow>
      <TextArea name="description" label="What is to be delivered" rows={3} maxLength={4000} />
    </SendDialog>
  );
}
