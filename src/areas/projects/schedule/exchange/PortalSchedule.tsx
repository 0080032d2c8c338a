import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { leadingDay } from "#kernel/time.ts";
import { download } from "#web/kit/api.ts";
import { type KeptFile, uploadTo } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { causes, proposalStatuses } from "./proposal.labels.ts";
import type { ContractorSchedules } from "./proposal.model.ts";

type Project = { orgId: string; id: string };
type Item = ContractorSchedules["items"][number];
type Difference = Item["differences"][number];
const pathOf = ({ orgId, id }: Project) => `/api/v1/vendor-projects/${orgId}/${id}`;

type Sent = { contractId: string; files: KeptFile[]; narrative: string };
type DialogProps = { project: Project; of: ContractorSchedules; onClose: () => void };

function HandInDialog({ project, of, onClose }: DialogProps) {
  const path = pathOf(project);
  return (
    <PostDialog<Sent>
      title="Hand in your schedule"
      description="A file of Microsoft Project (XML) or Primavera P6 (XER). The agency computes it anew and tells you which tasks stand elsewhere, and why."
      path={`${path}/schedules`}
      submit="Hand in"
      values={{ contractId: of.contracts[0]?.id ?? "", files: [], narrative: "" }}
      nouns={["vendor-projects", "vendor-overview"]}
      bodyOf={({ files, ...rest }) => ({ ...rest, fileId: files[0]?.id })}
      onClose={onClose}
    >
      {of.contracts.length > 1 && (
        <SelectField
          name="contractId"
          label="Contract"
          required
          options={of.contracts.map(({ id, label }) => ({ value: id, label }))}
        />
      )}
      <FileDrop<KeptFile>
        name="files"
        label="Schedule"
        accept=".xml,.xer"
        most={1}
        required
        upload={uploadTo(`${path}/schedule-files`)}
      />
      <TextArea name="narrative" label="What it tells" rows={4} maxLength={4000} />
    </PostDialog>
  );
}

const said = (at: string) => `${formatDate(leadingDay(at)!)} ${at.slice(11)}`;
const parts: readonly LinePart<Difference>[] = [
  { label: "Task", as: "title", cell: (d) => `${d.code} ${d.name}` },
  { label: "Your finish", cell: (d) => said(d.theirs.finish) },
  { label: "The agency's finish", cell: (d) => said(d.ours.finish) },
  { label: "Cause", cell: (d) => causes[d.cause] },
  { label: "Why", words: true, cell: (d) => d.says },
];

function Handed({ item: s, onOpen }: { item: Item; onOpen: () => void }) {
  return (
    <Panel
      level="h3"
      title={`${s.number} ${s.fileName}`}
      aside={<StatusBadge statuses={proposalStatuses} status={s.status} />}
    >
      <div className="grid gap-4">
        <p className="text-t2">
          {s.handedInName}, {formatDate(s.handedInOn)}, data date {formatDate(s.dataDate)}.{" "}
          {s.differing === 0
            ? `All ${s.tasks} tasks stand where your file has them.`
            : `${s.differing} of ${s.tasks} tasks stand elsewhere than in your file.`}
        </p>
        {s.statusReason && <p>{s.statusReason}</p>}
        {s.differences.length > 0 && (
          <LineTable
            label="Tasks with other dates than in your file"
            parts={parts}
            lines={s.differences}
            keyOf={({ uid }) => uid}
          />
        )}
        <p>
          <button type="button" className="btn" onClick={onOpen}>
            Your file
          </button>
        </p>
      </div>
    </Panel>
  );
}

/** The schedules that a contractor handed in, what came of them, and the way to the next one. */
export function PortalSchedule({ project }: { project: Project }) {
  const [handing, setHanding] = useState(false);
  const path = pathOf(project);
  const { data, error, refetch } = useGet<ContractorSchedules>(
    "vendor-projects",
    `${path}/schedules`,
  );
  const open = (id: string) =>
    void download(`${path}/schedules/${id}/file`).catch((failed: unknown) =>
      notify.failed("The file did not come", failed),
    );
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Schedule</h2>
        {data?.closed === null && (
          <button type="button" className="btn" onClick={() => setHanding(true)}>
            Hand in your schedule
          </button>
        )}
      </div>
      {error && <ErrorPanel error={error} what="Schedules" onRetry={() => void refetch()} />}
      {data?.dueOn && <p>The schedule of this month is due on {formatDate(data.dueOn)}.</p>}
      {data?.closed && <p className="text-t2">{data.closed}</p>}
      {data?.items.length === 0 && <p className="text-t2">You handed in no schedule yet.</p>}
      {data?.items.map((item) => (
        <Handed key={item.id} item={item} onOpen={() => open(item.id)} />
      ))}
      {handing && data && (
        <HandInDialog project={project} of={data} onClose={() => setHanding(false)} />
      )}
    </section>
  );
}
