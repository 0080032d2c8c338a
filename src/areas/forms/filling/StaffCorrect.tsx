import { useMemo } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { SubmissionDetail } from "../submission/submission.model.ts";
import { doorOf } from "../file/FilesContext.ts";
import { FormFiller } from "./FormFiller.tsx";

const path = "/api/v1/form-submissions";
type Written = { id: string; number: string; version: number };

/** /forms/:id/answers: the filler changes a draft, or corrects what came back. */
export default function StaffCorrect() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useRecord<SubmissionDetail>(path, id);
  const save = useMutationAction<Written>("form-submissions", "own-form-submissions");
  const door = useMemo(
    () => doorOf("/api/v1/form-files", record.data?.formId ?? null),
    [record.data?.formId],
  );
  const asked = useMemo(() => ({ pages: record.data?.pages ?? [] }), [record.data?.pages]);
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data) return <ErrorPanel error={record.error} what="The submission" />;
  const s = record.data;
  if (!s.canEdit)
    return (
      <EmptyState kind="no-results" title="These answers cannot be changed now">
        Answers are changed in a draft or after they came back, by whoever filled them in.
      </EmptyState>
    );
  const keep = (answers: Record<string, unknown>) =>
    save.mutateAsync({
      method: "PATCH",
      path: `${path}/${id}`,
      body: { answers },
      version: s.version,
    });
  const open = () => void navigate(pathTo("formSubmission", { id }));
  return (
    <div className="stack">
      <h1>
        {s.number} {s.form}
      </h1>
      {s.status === "returned" && s.statusReason && (
        <p className="notice tone-warning">It came back: {s.statusReason}</p>
      )}
      <FormFiller
        form={asked}
        times={s.times}
        begun={s.answers}
        files={s.files}
        door={door}
        draftKey={null}
        sendLabel="Send"
        onKeep={async (answers) => {
          await keep(answers);
          notify.done("Draft saved");
          open();
        }}
        onSend={async (answers) => {
          const { version } = await keep(answers);
          await save.mutateAsync({ path: `${path}/${id}/actions/submit`, body: {}, version });
          notify.done(`${s.number} is sent`, "You hear when it is decided.");
          open();
        }}
      />
    </div>
  );
}
