import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  DateField,
  FormRow,
  MoneyField,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { Item } from "../item/item.model.ts";
import type { ProjectDetail } from "../project/project.model.ts";
import type { Given } from "./donated.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
const donations: readonly LinePart<Given["donations"][number]>[] = [
  { label: "Donor", as: "title", cell: (d) => `${d.donor}: ${d.skill}, ${d.site}` },
  { label: "Day", cell: (d) => formatDate(d.workedOn) },
  { label: "Hours", cell: (d) => (d.minutes / 60).toFixed(2) },
  { label: "Rate, $", cell: (d) => `${money(d.rateCents)} (${d.rateBasis})` },
  { label: "Value, $", as: "amount", cell: (d) => money(d.cents) },
];
const aid: readonly LinePart<Given["aid"][number]>[] = [
  { label: "Provider", as: "title", cell: (a) => `${a.provider}, ${a.agreement}` },
  { label: "Agreed", cell: (a) => formatDate(a.agreedOn) },
  { label: "Bill", cell: (a) => a.bill },
  { label: "Paid, $", cell: (a) => money(a.paid) },
  { label: "Cost, $", as: "amount", cell: (a) => money(a.cents) },
];

type Files = { id: string; name: string; size: number }[];
const fileId = (files: Files) => files[0]?.id ?? "";

function DonationDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <PostDialog
      title="Record donated work"
      description="It offsets the agency's own part only, and never more than that part."
      path={`/api/v1/pa-projects/${id}/donations`}
      submit="Record"
      nouns={["pa-projects"]}
      values={{
        donor: "",
        workedOn: "",
        site: "",
        skill: "",
        hours: "",
        rateCents: null as number | null,
        rateBasis: "",
        files: [] as Files,
      }}
      bodyOf={({ hours, files, ...rest }) => ({
        ...rest,
        minutes: Math.round(Number(hours) * 60),
        signInFileId: fileId(files),
      })}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="donor" label="Who gave it" required />
        <DateField name="workedOn" label="Day" required />
      </FormRow>
      <FormRow>
        <TextField name="site" label="Where" required />
        <TextField name="skill" label="Which work" required />
      </FormRow>
      <FormRow>
        <QuantityField name="hours" label="Hours" required />
        <MoneyField name="rateCents" label="Rate of an hour" required />
      </FormRow>
      <TextField name="rateBasis" label="Basis of the local rate" required />
      <FileDrop name="files" label="Sign-in sheet" multiple={false} required />
    </PostDialog>
  );
}

function AidDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useList<Item>("/api/v1/pa-items", `projectId=${id}&kind=cost&limit=100`);
  return (
    <PostDialog
      title="Record mutual aid"
      description="The bill is assigned to the project as any cost; here stands the agreement behind it."
      path={`/api/v1/pa-projects/${id}/mutual-aid`}
      submit="Record"
      nouns={["pa-projects"]}
      values={{ costLineId: "", provider: "", agreement: "", agreedOn: "", files: [] as Files }}
      bodyOf={({ files, ...rest }) => ({ ...rest, agreementFileId: fileId(files) })}
      onClose={onClose}
    >
      <SelectField
        name="costLineId"
        label="Bill"
        required
        options={[
          { value: "", label: "Choose" },
          ...(found.data?.items ?? []).flatMap((i) =>
            i.costLineId ? [{ value: i.costLineId, label: i.label }] : [],
          ),
        ]}
      />
      <TextField name="provider" label="Who helped" required />
      <FormRow>
        <TextField name="agreement" label="Agreement" required />
        <DateField name="agreedOn" label="Of" required />
      </FormRow>
      <FileDrop name="files" label="The agreement" multiple={false} required />
    </PostDialog>
  );
}

/** Donated work and mutual aid of a project. */
export function GivenPanel({ p }: { p: ProjectDetail }) {
  const { can } = useAuth();
  const [open, setOpen] = useState<"donation" | "aid" | null>(null);
  const found = useGet<Given>("pa-projects", `/api/v1/pa-projects/${p.id}/given`);
  const given = found.data;
  const edits = can("recovery.edit") && p.status !== "closed" && p.status !== "withdrawn";
  return (
    <Panel title="Donated work and mutual aid">
      {edits && (
        <div className="flex flex-wrap gap-2 no-print">
          <button type="button" className="btn" onClick={() => setOpen("donation")}>
            Record donated work
          </button>
          <button type="button" className="btn" onClick={() => setOpen("aid")}>
            Record mutual aid
          </button>
        </div>
      )}
      {given && (given.donations.length > 0 || given.received > 0) && (
        <>
          <LineTable
            label="Donated work"
            parts={donations}
            lines={given.donations}
            keyOf={(d) => d.id}
            total={{ label: "Donated", amount: money(given.donated) }}
          />
          <Facts
            rows={[
              ["Local share of the requests", formatCents(given.ownPart)],
              ["Offset by donated work", formatCents(given.offset)],
              [
                "Of that from other emergency projects",
                given.received > 0 && formatCents(given.received),
              ],
              ["Carried to other emergency projects", given.given > 0 && formatCents(given.given)],
              [
                "Offsets nothing so far",
                given.unused > 0 &&
                  `${formatCents(given.unused)}: more than the own part of what was asked for`,
              ],
              ["Left to pay", formatCents(given.ownPart - given.offset)],
            ]}
          />
        </>
      )}
      {given && given.aid.length > 0 && (
        <LineTable label="Mutual aid" parts={aid} lines={given.aid} keyOf={(a) => a.id} />
      )}
      {open === "donation" && <DonationDialog id={p.id} onClose={() => setOpen(null)} />}
      {open === "aid" && <AidDialog id={p.id} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
