import { recordForm } from "#kernel/record-form.ts";
import { rightsReviewFields } from "./review.model.ts";

/** The form of a review of rights. */
export const rightsReviewForm = recordForm("/api/v1/rights-reviews", rightsReviewFields, {
  begins: { scope: "all" },
});
