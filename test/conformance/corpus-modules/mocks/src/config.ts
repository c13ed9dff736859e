export default { level: 1 };
