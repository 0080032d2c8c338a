import { dateIn } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { parseMoney } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import {
  DateField,
  FormRow,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { quoteAnswers, quoteWays } from "./quote.labels.ts";
import type { QuoteRow } from "./quote.model.ts";

type Values = {
  source: string;
  answer: string;
  cents: string | number | null;
  answeredOn: string;
  way: string;
  note: string;
  file: StoredFile[];
};

const centsOf = ({ answer, cents }: Values): number | null =>
  answer !== "quoted" ? null : typeof cents === "number" ? cents : parseMoney(String(cents ?? ""));

/** Records what a supplier answered that was asked for a price; a decline counts as asked. */
export function QuoteDialog({
  path,
  id,
  onClose,
}: {
  path: string;
  id: string;
  onClose: () => void;
}) {
  const send = useMutationAction("requisitions", "purchase-orders");
  const { timeZone } = useAgency();
  const today = dateIn(new Date().toISOString(), timeZone);
  const submit = async (values: Values) => {
    const { file, cents: _typed, ...said } = values;
    await send.mutateAsync({
      path: `${path}/${id}/quotes`,
      body: { ...said, cents: centsOf(values), fileId: file[0]?.id ?? null },
    });
    notify.done("The quote is recorded");
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Record a quote"
      description="One supplier that was asked. One that declined or did not answer counts as asked."
      className="dialog dialog-wide"
      defaultValues={{
        source: "",
        answer: "quoted",
        cents: null,
        answeredOn: today,
        way: "email",
        note: "",
        file: [],
      }}
      submitLabel="Record"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="source" label="Supplier" maxLength={200} required />
      <FormRow>
        <SelectField name="answer" label="Answer" options={options(quoteAnswers)} required />
        <MoneyField name="cents" label="Price" hint="Empty where none was quoted" />
      </FormRow>
      <FormRow>
        <DateField name="answeredOn" label="Day of the answer" max={today} required />
        <SelectField name="way" label="How it came" options={options(quoteWays)} required />
      </FormRow>
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
      <FileDrop
        name="file"
        label="The quote in writing"
        accept="image/png,image/jpeg,image/webp,application/pdf"
        multiple={false}
      />
    </FormDialog>
  );
}

/** Takes a quote out of account, with the reason; it stays in the file. */
export function WithdrawQuoteDialog({ quote, onClose }: { quote: QuoteRow; onClose: () => void }) {
  const send = useMutationAction("requisitions", "purchase-orders");
  return (
    <FormDialog<{ reason: string }>
      title={`Take the quote of ${quote.source} out`}
      description="It stays in the file and does not count any more."
      defaultValues={{ reason: "" }}
      submitLabel="Take it out"
      onSubmit={async (body) => {
        await send.mutateAsync({
          path: `/api/v1/price-quotes/${quote.id}/actions/withdraw`,
          body,
          version: quote.version,
        });
        notify.done("The quote does not count any more");
        onClose();
      }}
      onClose={onClose}
    >
      <ReasonField label="Why" maxLength={1000} />
    </FormDialog>
  );
}
