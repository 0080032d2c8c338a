import { ask, oneOf, short } from "./asked.ts";
import type { FederalForm } from "./federal-form.ts";
import { states } from "./states.ts";

const required = { required: true };
const column = (key: string, label: string, needed = true) =>
  ({ key, label, kind: "text", required: needed }) as const;

/** Project and performance site locations, version 4.0. */
export const sites: FederalForm = {
  code: "Sites",
  name: "Project/Performance Site Locations",
  version: "4.0",
  schema: "PerformanceSite_4_0-V4.0.xsd",
  pages: [
    {
      title: "Sites",
      sections: [
        {
          title: "Primary location",
          help: "Where most of the work is done.",
          fields: [
            short("orgName", "Organization", 60, required),
            short("uei", "Unique entity identifier", 12, { pattern: "[A-Z0-9]{12}" }),
            short("street", "Street", 55, required),
            short("city", "City", 35, required),
            short("county", "County", 30),
            oneOf("state", "State", Object.values(states), required),
            short("zip", "ZIP code", 30, required),
            short("district", "Congressional district of the project", 6, {
              ...required,
              pattern: ".{6}",
              help: "Such as MN-006.",
            }),
          ],
        },
        {
          title: "Other locations",
          help: "",
          fields: [
            ask("others", "table", "Other locations", {
              columns: [
                column("name", "Organization", false),
                column("street", "Street"),
                column("city", "City"),
                {
                  key: "state",
                  label: "State",
                  kind: "choice",
                  required: true,
                  options: Object.values(states),
                },
                column("zip", "ZIP code"),
                column("district", "Congressional district", false),
              ],
            }),
          ],
        },
      ],
    },
  ],
};
