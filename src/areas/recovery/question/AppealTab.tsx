import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { Held } from "#web/kit/Held.tsx";
import {
  DateField,
  FormRow,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { ProjectField } from "../fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { appealCycle, appealLevels } from "./appeal.labels.ts";
import type { Appeal } from "./question.model.ts";

const columns: readonly Column<Appeal>[] = [
  { id: "number", label: "Number", kind: "plate", value: (a) => a.number },
  { id: "subject", label: "Denied", kind: "text", sortable: false, value: (a) => a.subject },
  {
    id: "level",
    label: "Level",
    kind: "text",
    sortable: false,
    value: (a) => appealLevels[a.level],
  },
  { id: "project", label: "Project", kind: "text", sortable: false, value: (a) => a.project },
  {
    id: "disputedCents",
    label: "In dispute",
    kind: "money",
    value: (a) => a.disputedCents,
    total: true,
    main: () => true,
  },
  { id: "fileBy", label: "File by", kind: "day", value: (a) => a.fileBy },
  {
    id: "forwardBy",
    label: "Forwarded by",
    kind: "day",
    sortable: false,
    value: (a) => a.forwardBy,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (a) => a.status,
    statuses: appealCycle.statuses,
  },
];

function RecordDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <PostDialog
      title="Record a determination"
      description="Both clocks follow from these days, by the law of the declaration's day."
      path="/api/v1/pa-appeals"
      submit="Record"
      nouns={["pa-appeals", "deadlines"]}
      values={{
        projectId: "",
        level: "first",
        subject: "",
        disputedCents: null as number | null,
        determinedOn: "",
        sentOn: "",
        receivedOn: "",
        argument: "",
      }}
      bodyOf={(v) => ({ ...v, sentOn: v.sentOn || null, receivedOn: v.receivedOn || null })}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("paAppeal", { id }))}
    >
      <ProjectField query="" />
      <FormRow>
        <SelectField name="level" label="Level" required options={options(appealLevels)} />
        <MoneyField name="disputedCents" label="In dispute" required />
      </FormRow>
      <TextField name="subject" label="What was denied" required maxLength={300} />
      <FormRow>
        <DateField name="determinedOn" label="Determined on" required />
        <DateField name="sentOn" label="Sent on" />
        <DateField name="receivedOn" label="Received on" />
      </FormRow>
      <TextArea name="argument" label="Why it is wrong" rows={5} />
    </PostDialog>
  );
}

/** Appeals against determinations, with the clock of the agency and that of the recipient. */
export default function AppealTab() {
  const [recording, setRecording] = useState(false);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1>Appeals</h1>
        <Held permission="recovery.edit" what="Record a determination">
          <button
            type="button"
            className="btn btn-primary ml-auto"
            onClick={() => setRecording(true)}
          >
            Record a determination
          </button>
        </Held>
      </div>
      <DataTable<Appeal>
        name="pa-appeals"
        title="Appeals"
        path="/api/v1/pa-appeals"
        columns={columns}
        filters={[]}
        defaultSort="fileBy"
        embedded
        exportable
        rowHref={(a) => pathTo("paAppeal", { id: a.id })}
        empty={{ title: "No appeals", text: "A determination against the agency begins one." }}
      />
      {recording && <RecordDialog onClose={() => setRecording(false)} />}
    </div>
  );
}
