export { StakClient, StakError } from './client.js';
export { LiveInbox } from './live-inbox.js';
