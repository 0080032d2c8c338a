export { default as CarbonExample } from "./example/CarbonExample.tsx";
