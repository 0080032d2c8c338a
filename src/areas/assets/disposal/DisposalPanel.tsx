import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  MoneyField,
  SelectField,
  TextArea,
} from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { AssetDetail } from "../asset/asset.model.ts";
import { disposalWays, valueBases } from "./disposal.labels.ts";

type Props = { asset: AssetDetail; onClose: () => void };
const nouns = ["assets", "approvals", "tasks"];

/** Proposes how a retired asset goes; its value names what it rests on. */
export function ProposeDialog({ asset: a, onClose }: Props) {
  return (
    <PostDialog
      title={`Propose the disposal of ${a.number}`}
      description={`The approvers of your policy are asked.${a.book ? ` Its book value today is ${formatCents(a.book.bookCents)}.` : ""}`}
      path={`/api/v1/assets/${a.id}/actions/proposeDisposal`}
      version={a.version}
      submit="Propose it"
      nouns={nouns}
      values={{
        way: "sale",
        valueCents: null as number | null,
        valueOn: "",
        basis: "market",
        basisWords: "",
        reason: "",
      }}
      onClose={onClose}
    >
      <SelectField name="way" label="How it goes" options={options(disposalWays)} />
      <FormRow>
        <MoneyField name="valueCents" label="Fair market value" required />
        <DateField name="valueOn" label="On" required />
        <SelectField name="basis" label="Rests on" options={options(valueBases)} />
      </FormRow>
      <TextArea
        name="basisWords"
        label="Valued by, and method"
        required
        rows={2}
        maxLength={1000}
      />
      <ReasonField label="Reason for disposal" rows={2} />
    </PostDialog>
  );
}

function GrantorDialog({ asset: a, onClose }: Props) {
  const d = a.disposalShown!;
  return (
    <PostDialog
      title="What the grantor says"
      path={`/api/v1/assets/${a.id}/actions/grantor`}
      version={a.version}
      submit="Save"
      nouns={nouns}
      values={{
        askedOn: d.grantorAskedOn ?? "",
        answeredOn: d.grantorAnsweredOn ?? "",
        words: d.grantorWords,
        keepsExpenses: d.keepsExpenses,
      }}
      onClose={onClose}
    >
      <FormRow>
        <DateField name="askedOn" label="Asked on" />
        <DateField name="answeredOn" label="Answered on" />
      </FormRow>
      <TextArea name="words" label="What it answered" rows={3} maxLength={2000} />
      <CheckboxField
        name="keepsExpenses"
        label="It lets the agency keep the costs of selling from its share"
      />
    </PostDialog>
  );
}

const standing = (a: AssetDetail): string =>
  a.status === "disposed"
    ? "It is disposed of."
    : a.disposal === "approved"
      ? "Approved: enter the day and what came in by Dispose of it."
      : a.disposal === "proposed"
        ? "It waits for its approvers."
        : "It was not approved: propose it anew.";

/** How an asset goes or went: value and basis, the grantor's share by its rule, its answer. */
export function DisposalPanel({ asset: a }: { asset: AssetDetail }) {
  const [open, setOpen] = useState(false);
  const d = a.disposalShown;
  if (!d) return null;
  return (
    <Panel title="Disposal">
      <p>
        {standing(a)}{" "}
        {d.owedCents > 0
          ? `${a.status === "disposed" ? "Owed" : "To be owed"} to the grantor: ${formatCents(d.owedCents)}.`
          : "Nothing is owed to a grantor."}
      </p>
      <Facts
        rows={[
          ["How", disposalWays[d.way]],
          ["Fair market value", `${formatCents(d.valueCents)} on ${formatDate(d.valueOn)}`],
          ["Rests on", `${valueBases[d.basis]}: ${d.basisWords}`],
          ["The grantor's share", `${formatCents(d.shareCents)}. ${d.because} ${d.citation}`],
          ["Costs of selling kept", d.keptCents > 0 && formatCents(d.keptCents)],
          ["Grantor asked on", d.grantorAskedOn && formatDate(d.grantorAskedOn)],
          [
            "Grantor answered",
            d.grantorAnsweredOn && `${formatDate(d.grantorAnsweredOn)}: ${d.grantorWords}`,
          ],
          ["Proposed by", d.proposedBy],
          ["Why", d.reason],
        ]}
      />
      {d.asksGrantor && !d.grantorAnsweredOn && a.status !== "disposed" && (
        <p className="mt-3 text-warning">
          The grantor is asked for instructions before it goes: 2 CFR 200.313(e).
        </p>
      )}
      {a.canEdit && (
        <button type="button" className="btn mt-3" onClick={() => setOpen(true)}>
          Enter what the grantor says
        </button>
      )}
      {open && <GrantorDialog asset={a} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
