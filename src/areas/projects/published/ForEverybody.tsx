import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Thumbnail } from "#web/kit/record/Thumbnail.tsx";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProjectPublicity } from "./published.model.ts";

type Of = { projectId: string; publicity: ProjectPublicity };

function PublishDialog({ projectId, publicity: p, onClose }: Of & { onClose: () => void }) {
  return (
    <PostDialog<{ words: string }>
      title={p.published ? "Publish it anew" : "Publish the project"}
      description="Everybody reads it on the citizen portal: the words below, place, budget, paid, contractor, contract finish, and the photos that were chosen. Its figures follow each morning."
      path={`/api/v1/projects/${projectId}/actions/publish`}
      submit="Publish"
      values={{ words: p.published?.words ?? "" }}
      nouns={["projects"]}
      onClose={onClose}
    >
      <TextArea name="words" label="In plain words" rows={4} required maxLength={2000} />
    </PostDialog>
  );
}

function Buttons({ projectId, publicity: p }: Of) {
  const [publishing, setPublishing] = useState(false);
  const act = useMutationAction("projects");
  const withdraw = () =>
    act.mutate(
      {
        path: `/api/v1/projects/${projectId}/actions/withdrawPublication`,
        version: p.published!.version,
      },
      { onError: (error) => notify.failed("It is still published", error) },
    );
  return (
    <div className="flex flex-wrap gap-3">
      <button type="button" className="btn btn-secondary" onClick={() => setPublishing(true)}>
        {p.published ? "Change the words" : "Publish"}
      </button>
      {p.published && (
        <button type="button" className="btn" disabled={act.isPending} onClick={withdraw}>
          Take it back
        </button>
      )}
      {publishing && (
        <PublishDialog projectId={projectId} publicity={p} onClose={() => setPublishing(false)} />
      )}
    </div>
  );
}

const saysOf = ({ published, agencyPublishes }: ProjectPublicity): string => {
  if (!agencyPublishes)
    return "Your agency lets nobody outside read of its projects. An administrator turns it on under what everybody may read.";
  return published
    ? `Everybody reads it as it stood on ${formatDate(published.asOf)}; ${published.by ?? "a former member"} published it.`
    : "Nobody outside reads of this project.";
};

/** What everybody reads of a project, and who decides it. */
export function ForEverybody({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useGet<ProjectPublicity>(
    "projects",
    `/api/v1/projects/${projectId}/publicity`,
  );
  if (error)
    return <ErrorPanel error={error} what="What is published" onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Panel title="For everybody">
      <div className="grid gap-3">
        <p>{saysOf(data)}</p>
        <Facts
          rows={[
            ["In plain words", data.published?.words],
            ["Place", data.place],
            ["Paid of the budget", `${formatCents(data.paid)} of ${formatCents(data.budget)}`],
            ["Contractor", data.contractors],
            ["Contract days end", data.finishOn && formatDate(data.finishOn)],
            [
              "Photos",
              data.photos.length
                ? counted(data.photos.length, "chosen photo")
                : "None: choose them in the daily logs and on the punch list",
            ],
          ]}
        />
        {data.photos.length > 0 && (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {data.photos.map(({ id, name }) => (
              <li key={id}>
                <Thumbnail fileId={id} alt={name} />
              </li>
            ))}
          </ul>
        )}
        {data.canPublish && <Buttons projectId={projectId} publicity={data} />}
      </div>
    </Panel>
  );
}
