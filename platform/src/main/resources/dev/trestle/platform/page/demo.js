// What a demo offers on its sign-in pages. A server that runs a demo serves its own file here.
/** stak: {admin: {tenant, inbox, key, admin}, users: [id, …]}. */
export const demo = {};
