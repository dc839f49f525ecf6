/** The address of the repository, for the npm package and the web page. */
export const REPOSITORY = "https://github.com/specol/specol";
