export { Webhooks } from "./webhook/Webhooks.tsx";
export { FormFiller } from "./filling/FormFiller.tsx";
