import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { clientRequestForm } from "../request/request.form.ts";
import type { RequestDetail } from "../request/request.model.ts";

type Order = { id: string; number: string; title: string };

/** What a client asks for: a new one (`of` null) or a change. */
export function RequestDialog({
  of,
  clientId,
  onClose,
  onDone,
}: {
  of: RequestDetail | null;
  clientId: string;
  onClose: () => void;
  onDone?: (id: string) => void;
}) {
  return (
    <RecordDialog
      form={clientRequestForm}
      large
      {...(of && { record: of })}
      within={{ clientId }}
      title={of ? `Change ${of.number}` : "Enter a request"}
      nouns={["client-requests", "clients"]}
      onClose={onClose}
      onDone={(id) => onDone?.(id)}
    >
      <TextField name="title" label="What is asked for" required maxLength={200} />
      <TextArea name="text" label="In the client’s words" rows={4} maxLength={8000} />
      <FormRow>
        <TextField name="askedBy" label="Asked by" required maxLength={120} />
        <DateField name="wantedOn" label="Wanted by" />
      </FormRow>
      <Combobox<Order>
        name="workOrderId"
        label="Work order"
        hint="Its approved hours are billed"
        path="/api/v1/work-orders"
        query="sort=-number"
        itemLabel={({ number, title }) => `${number} ${title}`}
        currentLabel={of?.workOrder ?? null}
      />
    </RecordDialog>
  );
}
