import { blankField, todayKey, type FieldKind, type FormField } from "../form/form.labels.ts";
import type { FormInput } from "../form/form.model.ts";

const ask = (
  key: string,
  kind: FieldKind,
  label: string,
  over: Partial<FormField> = {},
): FormField => ({ ...blankField(key, kind, label), options: [], required: true, ...over });
const today = { var: todayKey };
const whole = { "==": [{ var: "what" }, "road"] };

/** The receiver of the county's traffic desk; a reserved name, which nobody answers at. */
export const trafficDesk = "https://traffic.carver.example/levee";

/** Anybody who works or celebrates in a county road asks for it here. */
export const roadClosure: FormInput = {
  name: "Road closure permit",
  slug: "road-closure",
  about:
    "For work, filming or a festival in a county road. Ask ten days before where you can; you hear by mail.",
  audience: "public",
  keepYears: 7,
  destinations: [
    { kind: "mail", to: "filler" },
    { kind: "print", to: "" },
    { kind: "webhook", to: trafficDesk },
  ],
  pages: [
    {
      title: "The closure",
      sections: [
        {
          title: "Where and why",
          help: "",
          fields: [
            ask("road", "text", "Which road", {
              help: "Name or number, and between which crossings",
            }),
            ask("purpose", "choice", "What for", {
              options: [
                { value: "work", label: "Work in the road" },
                { value: "event", label: "Festival or race" },
                { value: "filming", label: "Filming" },
              ],
            }),
            ask("guests", "number", "How many people come", {
              least: 1,
              most: 100_000,
              show: { "==": [{ var: "purpose" }, "event"] },
            }),
            ask("what", "choice", "What is closed", {
              options: [
                { value: "lane", label: "One lane" },
                { value: "road", label: "The whole road" },
              ],
            }),
            ask("detour", "longText", "Where does traffic go meanwhile", { show: whole }),
          ],
        },
      ],
    },
    {
      title: "Days and fee",
      sections: [
        {
          title: "",
          help: "The fee is worked out from your days. It is due once the permit is approved.",
          fields: [
            ask("from", "date", "First day", {
              valid: { ">=": [{ var: "from" }, today] },
              validSays: "Choose today or a later day.",
            }),
            ask("to", "date", "Last day", {
              valid: { ">=": [{ var: "to" }, { var: "from" }] },
              validSays: "The closure cannot end before its first day.",
            }),
            ask("days", "number", "Days", {
              required: false,
              // Days that are no closure have no number, and no fee.
              compute: {
                if: [
                  { "<=": [{ var: "from" }, { var: "to" }] },
                  { "+": [{ days: [{ var: "from" }, { var: "to" }] }, 1] },
                  null,
                ],
              },
            }),
            ask("fee", "money", "Fee", {
              required: false,
              compute: { "*": [{ max: [{ var: "days" }, 1] }, { if: [whole, 12_500, 4_000] }] },
            }),
          ],
        },
      ],
    },
  ],
};

/** Staff ask for a vehicle of the county's pool. */
export const vehicleRequest: FormInput = {
  name: "Vehicle request",
  slug: "vehicle-request",
  about: "A pool vehicle for county business. Ask two working days before.",
  audience: "staff",
  keepYears: 3,
  destinations: [],
  pages: [
    {
      title: "Your trip",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            ask("driver", "text", "Who drives", { prefill: { var: "me.name" } }),
            ask("day", "date", "On which day", {
              valid: { ">=": [{ businessDays: [today, { var: "day" }] }, 2] },
              validSays: "Ask at least two working days before.",
            }),
            ask("vehicle", "choice", "Which vehicle", {
              options: [
                { value: "sedan", label: "Sedan" },
                { value: "pickup", label: "Pickup" },
                { value: "truck", label: "Truck over 26,000 lb" },
              ],
            }),
            ask("license", "text", "Commercial license number", {
              show: { "==": [{ var: "vehicle" }, "truck"] },
              pattern: "[A-Z][0-9]{6,12}",
              help: "A letter and 6 to 12 digits",
            }),
            ask("stops", "table", "Stops", {
              required: false,
              columns: [
                { key: "place", label: "Place", kind: "text", required: true },
                { key: "miles", label: "Miles", kind: "number", required: false },
              ],
            }),
            ask("miles", "number", "Miles in all", {
              required: false,
              compute: { sum: [{ var: "stops" }, "miles"] },
            }),
          ],
        },
      ],
    },
  ],
};
