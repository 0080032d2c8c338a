import { recordForm } from "#kernel/record-form.ts";
import { searchInput } from "./search.model.ts";

/** The form of a search that somebody keeps. */
export const searchForm = recordForm("/api/v1/grant-searches", searchInput.shape);
