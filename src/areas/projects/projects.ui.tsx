export { OrderApplications } from "./pay/OrderApplications.tsx";
