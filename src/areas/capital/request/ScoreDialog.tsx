import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { QuantityField, TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { RequestDetail } from "./request.model.ts";

type Values = { points: Record<string, string>; note: string };

/** Scores a request by each criterion; nobody sees it until the scoring is closed. */
export function ScoreDialog({ request, onClose }: { request: RequestDetail; onClose: () => void }) {
  const save = useMutationAction("capital-requests");
  return (
    <FormDialog<Values>
      title={`Score ${request.number}`}
      description="0 to 10 points each. Nobody sees them until the scoring is closed."
      defaultValues={{
        points: Object.fromEntries(
          request.criteria.map((c) => [c.key, String(request.mine?.points[c.key] ?? "")]),
        ),
        note: request.mine?.note ?? "",
      }}
      submitLabel="Save my score"
      onSubmit={async ({ points, note }) => {
        await save.mutateAsync({
          method: "PUT",
          path: `/api/v1/capital-requests/${request.id}/score`,
          body: {
            points: Object.fromEntries(
              Object.entries(points)
                .filter(([, value]) => value !== "")
                .map(([key, value]) => [key, Number(value)]),
            ),
            note,
          },
        });
        onClose();
      }}
      onClose={onClose}
    >
      {request.criteria.map((c) => (
        <QuantityField
          key={c.key}
          name={`points.${c.key}`}
          label={`${c.name} (weight ${c.weight})`}
          decimals={0}
          required
          {...(c.about ? { hint: c.about } : {})}
        />
      ))}
      <TextArea name="note" label="Why" rows={3} maxLength={2000} />
    </FormDialog>
  );
}
