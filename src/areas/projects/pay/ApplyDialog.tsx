import { options } from "#kernel/labels.ts";
import { lineWords, muchOf } from "#kernel/lump-sum.ts";
import { type KeptFile, uploadTo } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { claimOf, claimsOf, dollarsOf, type Claim } from "./amounts.model.ts";
import type { ContractorSide } from "./contractor.model.ts";

type Values = {
  periodFrom: string;
  periodTo: string;
  contractorNumber: string;
  note: string;
  storedFiles: KeptFile[];
  lines: { purchaseOrderLineId: string; claim: Claim; value: string; stored: string }[];
};
type Props = { path: string; side: ContractorSide; onClose: () => void };

/** The contractor's application: its period and what was done of each line. */
export function ApplyDialog({ path, side, onClose }: Props) {
  const send = useMutationAction("vendor-orders", "vendor-overview");
  return (
    <FormDialog<Values>
      title={side.returnedId ? "Correct the application" : "Apply for payment"}
      description="By sending you stand by it: the work was done as you say, in this period."
      defaultValues={{
        periodFrom: "",
        periodTo: "",
        contractorNumber: "",
        note: "",
        storedFiles: [],
        lines: side.lines.map((line) => ({
          purchaseOrderLineId: line.purchaseOrderLineId,
          claim: claimOf(line),
          value: "",
          stored: line.storedBefore === "0" ? "" : dollarsOf(line, line.storedBefore),
        })),
      }}
      submitLabel="Sign and send"
      wide
      onClose={onClose}
      onSubmit={async ({ lines, storedFiles, ...head }) => {
        await send.mutateAsync({
          path,
          body: {
            ...head,
            storedFileIds: storedFiles.map(({ id }) => id),
            lines: lines.map((line) => ({
              ...line,
              value: line.value.trim() || "0",
              stored: line.stored.trim() || "0",
            })),
          },
        });
        notify.done("Your application is with the agency");
        onClose();
      }}
    >
      <FormRow>
        <DateField name="periodFrom" label="Work from" required />
        <DateField name="periodTo" label="Work to" required />
        <TextField name="contractorNumber" label="Your number of it" required maxLength={60} />
      </FormRow>
      {side.lines.map((line, at) => (
        <FormRow key={line.purchaseOrderLineId}>
          <SelectField
            name={`lines.${at}.claim`}
            label={`${line.lineNo} ${line.description}`}
            options={options(claimsOf(line))}
            hint={lineWords({ ...line, quantity: line.ordered })}
          />
          <TextField
            name={`lines.${at}.value`}
            label="Put in place"
            hint={`${muchOf(line, line.previous)} before, ${muchOf(line, line.balance)} left`}
          />
          <TextField
            name={`lines.${at}.stored`}
            label="Stored on the site now, $"
            hint="Material that is yours to build in and not in place yet"
          />
        </FormRow>
      ))}
      <FileDrop<KeptFile>
        name="storedFiles"
        label="Bills and insurance of stored material"
        upload={uploadTo(path.replace(/pay-applications$/, "pay-papers"))}
      />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </FormDialog>
  );
}
