export { Webhooks } from "./webhook/Webhooks.tsx";
