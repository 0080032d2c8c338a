import { download } from "#web/kit/api.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ReviewPage } from "./review.model.ts";

/** Saves the result of a review as PDF or CSV. */
export function ResultButtons({ page }: { page: Pick<ReviewPage, "id"> }) {
  const save = (kind: "pdf" | "csv") =>
    void download(`/api/v1/rights-reviews/${page.id}/result.${kind}`).catch((error: unknown) =>
      notify.failed("Not saved", error),
    );
  return (
    <>
      {(["pdf", "csv"] as const).map((kind) => (
        <button key={kind} type="button" className="btn" onClick={() => save(kind)}>
          {kind.toUpperCase()}
        </button>
      ))}
    </>
  );
}
