import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { download } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { type KeptFile, uploadTo } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { submittalKinds, submittalStatuses } from "./submittal.labels.ts";
import { ListedFields } from "./SubmittalFields.tsx";
import type { ContractorSubmittal, ContractorSubmittals } from "./submittal.model.ts";
import { SubmittalTurns } from "./SubmittalTurns.tsx";

type Project = {
  orgId: string;
  id: string;
  closed: string | null;
  contracts: readonly { id: string; number: string; title: string }[];
};
const nouns = ["vendor-projects", "vendor-overview"] as const;
const pathOf = ({ orgId, id }: Project) => `/api/v1/vendor-projects/${orgId}/${id}`;

const openFile = (path: string) => (id: string) =>
  void download(`${path}/submittal-files/${id}`).catch((error: unknown) =>
    notify.failed("The file did not come", error),
  );

function Papers({ path }: { path: string }) {
  return (
    <>
      <FileDrop<KeptFile>
        name="files"
        label="What you submit"
        most={40}
        required
        upload={uploadTo(`${path}/submittal-files`)}
      />
      <TextArea name="says" label="Words to it" rows={3} maxLength={5000} />
    </>
  );
}

type Sent = { files: KeptFile[]; says: string };

function SubmitDialog({
  project: p,
  of,
  onClose,
}: {
  project: Project;
  of: ContractorSubmittal;
  onClose: () => void;
}) {
  return (
    <PostDialog<Sent>
      title={`Submit ${of.number} ${of.title}`}
      description="The agency gets it at once, with a day by which it is reviewed. You keep a copy by letter."
      path={`/api/v1/vendor-submittals/${p.orgId}/${of.id}/actions/submit`}
      submit="Submit"
      values={{ files: [], says: "" }}
      nouns={nouns}
      version={of.version}
      bodyOf={({ files, says }) => ({ says, fileIds: files.map(({ id }) => id) })}
      onClose={onClose}
    >
      <Papers path={pathOf(p)} />
    </PostDialog>
  );
}

type New = Sent & {
  contractId: string;
  title: string;
  section: string;
  kind: keyof typeof submittalKinds;
  description: string;
};

function NewDialog({ project: p, onClose }: { project: Project; onClose: () => void }) {
  return (
    <PostDialog<New>
      title="Submit something else"
      description="For what the agency has not listed."
      path={`${pathOf(p)}/submittals`}
      submit="Submit"
      values={{
        contractId: p.contracts[0]?.id ?? "",
        title: "",
        section: "",
        kind: "shop_drawing",
        description: "",
        files: [],
        says: "",
      }}
      nouns={nouns}
      bodyOf={({ files, ...rest }) => ({ ...rest, fileIds: files.map(({ id }) => id) })}
      onClose={onClose}
    >
      {p.contracts.length > 1 && (
        <SelectField
          name="contractId"
          label="Contract"
          required
          options={p.contracts.map((c) => ({ value: c.id, label: `${c.number} ${c.title}` }))}
        />
      )}
      <ListedFields />
      <Papers path={pathOf(p)} />
    </PostDialog>
  );
}

function Submittal({
  s,
  onSubmit,
  onOpen,
}: {
  s: ContractorSubmittal;
  onSubmit: () => void;
  onOpen: (id: string) => void;
}) {
  const day = s.status === "draft" ? s.submitBy : s.court === "agency" ? s.dueOn : null;
  return (
    <Panel
      level="h3"
      title={`${s.number} ${s.title}`}
      aside={
        <span className="flex items-center gap-3">
          {day && <DeadlineClock deadline={day} short />}
          <StatusBadge statuses={submittalStatuses} status={s.status} />
        </span>
      }
    >
      <div className="grid gap-4">
        <p className="text-t2">
          {submittalKinds[s.kind]}, section {s.section}
          {s.status === "draft" && s.submitBy && `, to be submitted by ${formatDate(s.submitBy)}`}
          {s.description && `: ${s.description}`}
        </p>
        <SubmittalTurns turns={s.turns} onOpen={onOpen} />
        {s.maySubmit && (
          <p>
            <button type="button" className="btn" onClick={onSubmit}>
              {s.status === "draft" ? "Submit" : `Submit revision ${s.revision + 1}`}
            </button>
          </p>
        )}
      </div>
    </Panel>
  );
}

/** What a contractor is to submit for a project, and what became of it. */
export function PortalSubmittals({ project: p }: { project: Project }) {
  const [submitting, setSubmitting] = useState<ContractorSubmittal | "new" | null>(null);
  const path = pathOf(p);
  const { data, error, refetch } = useGet<ContractorSubmittals>(
    "vendor-projects",
    `${path}/submittals`,
  );
  const close = () => setSubmitting(null);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Submittals</h2>
        {p.closed === null && (
          <button type="button" className="btn" onClick={() => setSubmitting("new")}>
            Submit something else
          </button>
        )}
      </div>
      {error && <ErrorPanel error={error} what="Submittals" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="text-t2">Nothing is to be submitted.</p>}
      {data?.items.map((s) => (
        <Submittal key={s.id} s={s} onSubmit={() => setSubmitting(s)} onOpen={openFile(path)} />
      ))}
      {submitting === "new" && <NewDialog project={p} onClose={close} />}
      {submitting !== null && submitting !== "new" && (
        <SubmitDialog project={p} of={submitting} onClose={close} />
      )}
    </section>
  );
}
