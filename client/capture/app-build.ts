// Which build of the app gave an answer: written into every record.
export const appBuild: string = import.meta.env["VITE_BUILD"] ?? "dev";
