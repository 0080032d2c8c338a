import { counted } from "#kernel/words.ts";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** Takes lines out of a project that were assigned to it by mistake; the screen says what goes along. */
export function TakeOutDialog({
  projectId,
  ids,
  onClose,
  onDone,
}: {
  projectId: string;
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  const act = useMutationAction<{ removed: number }>("pa-items", "pa-projects");
  const lines = counted(ids.length, "line");
  return (
    <ConfirmDialog
      title={`Take ${lines} out of the project`}
      description="They can be assigned anew, here or in another project. An hour goes with both of its lines. What a request holds stays."
      confirm="Take out"
      ready={!act.isPending}
      onClose={onClose}
      onConfirm={() =>
        void act
          .mutateAsync({
            path: `/api/v1/pa-projects/${projectId}/items/take-out`,
            body: { itemIds: ids },
          })
          .then(({ removed }) => {
            notify.done("Taken out", counted(removed, "line"));
            onDone();
            onClose();
          })
          .catch((error: unknown) => notify.failed("Nothing was taken out", error))
      }
    />
  );
}
