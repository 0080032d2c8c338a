import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { messageOf } from "#web/kit/api.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import {
  DateField,
  FormRow,
  MoneyField,
  PercentField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { SendDialog } from "../closeout/SendDialog.tsx";
import { coverageKinds, isBond, type CoverageKind } from "./coverage.labels.ts";
import type { Coverage } from "./coverage.model.ts";

export const kindChoices = options(coverageKinds);

type Demanded = {
  kind: CoverageKind | "";
  amount: number | null;
  percent: string;
  citation: string;
};

function DemandAmount() {
  const kind = useWatch<Demanded, "kind">({ name: "kind" });
  return kind && isBond(kind) ? (
    <PercentField name="percent" label="Percent of the current price" required />
  ) : (
    <MoneyField name="amount" label="At least" hint="Empty where the contract names no amount" />
  );
}

/** What a contract demands, kind by kind. */
export function DemandDialog({
  path,
  coverage,
  onClose,
}: {
  path: string;
  coverage: Coverage;
  onClose: () => void;
}) {
  const act = useMutationAction("contracts");
  const drop = (demand: Coverage["demands"][number]) =>
    act.mutate(
      { method: "DELETE", path: `${path}/demands/${demand.id}`, version: demand.version },
      { onError: (error) => notify.failed("It was not taken out", messageOf(error)) },
    );
  const there = new Set(coverage.demands.map((demand) => demand.kind));
  return (
    <SendDialog<Demanded>
      title="What the contract demands"
      description="What a rule demands stands beside it by itself."
      submit="Add"
      path={`${path}/demands`}
      values={{ kind: "", amount: null, percent: "100", citation: "" }}
      bodyOf={({ kind, amount, percent, citation }) => ({
        kind,
        citation,
        ...(kind && isBond(kind) ? { percent } : { amount }),
      })}
      onClose={onClose}
    >
      {coverage.demands.length > 0 && (
        <ul className="grid gap-2">
          {coverage.demands.map((demand) => (
            <li key={demand.id} className="flex flex-wrap items-center gap-3">
              <span className="min-w-0 flex-1">
                {coverageKinds[demand.kind]}
                {demand.amount !== null && `, ${formatCents(demand.amount)}`}
                {demand.percent !== null && `, ${Number(demand.percent)}%`}
              </span>
              <button type="button" className="btn btn-small" onClick={() => drop(demand)}>
                Take out<span className="visually-hidden"> {coverageKinds[demand.kind]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <SelectField
        name="kind"
        label="Kind"
        required
        options={kindChoices.filter(({ value }) => !there.has(value as CoverageKind))}
      />
      <DemandAmount />
      <TextField name="citation" label="Where the contract says so" maxLength={200} />
    </SendDialog>
  );
}

type Given = {
  kind: string;
  issuer: string;
  policyNumber: string;
  amount: number | null;
  fromOn: string;
  toOn: string;
  file: StoredFile[];
};

/** The fields of a certificate or a bond, without its document. */
export function CertificateFields() {
  return (
    <>
      <SelectField name="kind" label="Kind" required options={kindChoices} />
      <FormRow>
        <TextField name="issuer" label="Insurer or surety" required maxLength={200} />
        <TextField name="policyNumber" label="Number" required maxLength={100} />
      </FormRow>
      <MoneyField name="amount" label="Covers" required />
      <FormRow>
        <DateField name="fromOn" label="From" required />
        <DateField name="toOn" label="Until" hint="Empty for a bond that holds until its release" />
      </FormRow>
    </>
  );
}

export const blankCertificate = {
  kind: "",
  issuer: "",
  policyNumber: "",
  amount: null,
  fromOn: "",
  toOn: "",
};

/** A certificate that came on paper. */
export function CertificateDialog({ path, onClose }: { path: string; onClose: () => void }) {
  return (
    <SendDialog<Given>
      title="Enter a certificate or a bond"
      description="It counts once another person accepts it."
      submit="Enter it"
      path={path}
      values={{ ...blankCertificate, file: [] }}
      bodyOf={({ file, toOn, ...values }) => ({
        ...values,
        toOn: toOn || null,
        fileId: file[0]?.id,
      })}
      onClose={onClose}
    >
      <CertificateFields />
      <FileDrop name="file" label="Document" required multiple={false} />
    </SendDialog>
  );
}
