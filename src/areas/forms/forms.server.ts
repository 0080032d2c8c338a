import { defineArea } from "#server/area.ts";
import { publicFormEndpoints } from "./filling/public.api.ts";
import { vendorFormEndpoints } from "./filling/vendor.api.ts";
import { formEndpoints } from "./form/form.api.ts";
import { submissionEndpoints } from "./submission/submission.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "forms",
  endpoints: [
    ...formEndpoints,
    ...submissionEndpoints,
    ...vendorFormEndpoints,
    ...publicFormEndpoints,
  ],
});
