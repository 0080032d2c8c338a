import { useMemo } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { FormSheet } from "../form/form.model.ts";
import { doorOf } from "../file/FilesContext.ts";
import { FormFiller } from "./FormFiller.tsx";

type Written = { id: string; number: string };

/** /forms/fill/:id: a member of staff fills in a form in force. */
export default function StaffFill() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const sheet = useGet<FormSheet>("form-definitions", `/api/v1/forms/${id}`, { first: true });
  const save = useMutationAction<Written>("form-submissions", "own-form-submissions");
  const door = useMemo(
    () => doorOf("/api/v1/form-files", sheet.data?.id ?? null),
    [sheet.data?.id],
  );
  const asked = useMemo(() => ({ pages: sheet.data?.pages ?? [] }), [sheet.data?.pages]);
  if (sheet.isPending) return <RecordSkeleton />;
  if (!sheet.data)
    return <ErrorPanel error={sheet.error} what="The form" onRetry={() => void sheet.refetch()} />;
  const { data } = sheet;
  const post = async (answers: Record<string, unknown>, submit: boolean) => {
    const body = { formId: data.id, answers, submit };
    const made = await save.mutateAsync({ path: "/api/v1/form-submissions", body });
    notify.done(
      submit ? `${made.number} is sent` : `${made.number} is kept as a draft`,
      submit ? "You hear when it is decided." : "Nobody else sees it until you send it.",
    );
    void navigate(pathTo("formSubmission", { id: made.id }));
  };
  return (
    <div className="stack">
      <h1>{data.name}</h1>
      {data.about && <p className="text-t2 whitespace-pre-wrap">{data.about}</p>}
      <FormFiller
        form={asked}
        times={data.times}
        begun={data.prefilled}
        door={door}
        draftKey={`form-${data.id}`}
        sendLabel="Send"
        onSend={(answers) => post(answers, true)}
        onKeep={(answers) => post(answers, false)}
      />
    </div>
  );
}
